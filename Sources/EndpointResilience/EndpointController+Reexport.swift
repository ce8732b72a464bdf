// A program that retries calls also uses a controller.
@_exported public import EndpointController
