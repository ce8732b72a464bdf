// Tests of endpoints also use the controller that loads them.
@_exported public import EndpointController
