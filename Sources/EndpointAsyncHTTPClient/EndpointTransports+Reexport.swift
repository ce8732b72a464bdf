#if AsyncHTTPClient
// A program that uses this transport also needs the requests and errors of transports.
@_exported public import EndpointTransports
#endif
