// A program that imports this module also uses a controller.
@_exported public import EndpointController
