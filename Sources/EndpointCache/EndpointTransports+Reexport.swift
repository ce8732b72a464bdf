// A program that wraps a transport in a cache also uses transports.
@_exported public import EndpointTransports
