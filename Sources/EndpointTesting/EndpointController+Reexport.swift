// The module is re-exported, so that a test that also uses a controller needs to import only `EndpointTesting`.
@_exported public import EndpointController
