// A test of endpoints loads them too.
@_exported public import EndpointController
