// A program that imports EndpointController usually declares endpoints too, so it needs the module Endpoint.
@_exported public import EndpointTransports
