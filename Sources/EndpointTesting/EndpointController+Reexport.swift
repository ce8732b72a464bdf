// Tests of endpoints also use controllers, so importing `EndpointTesting` suffices.
@_exported public import EndpointController
