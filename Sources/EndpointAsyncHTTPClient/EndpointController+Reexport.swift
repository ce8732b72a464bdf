#if AsyncHTTPClient
// A program that uses the transport needs the controller too.
@_exported public import EndpointController
#endif
