#if AsyncHTTPClient
// Who has the transport needs the controller too.
@_exported public import EndpointController
#endif
