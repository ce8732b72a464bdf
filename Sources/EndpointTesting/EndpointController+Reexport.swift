// Who tests endpoints loads them too.
@_exported public import EndpointController
