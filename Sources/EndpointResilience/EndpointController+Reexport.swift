// A program that retries calls makes them with a controller.
@_exported public import EndpointController
