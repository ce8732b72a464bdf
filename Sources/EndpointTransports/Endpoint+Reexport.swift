// A transport deals with the requests that Endpoint builds.
@_exported public import Endpoint

// On Linux, Android and Windows, Endpoint re-exports the module that declares these classes.
#if !canImport(FoundationNetworking)
@_exported public import class Foundation.HTTPURLResponse
@_exported public import class Foundation.URLSessionConfiguration
#endif
