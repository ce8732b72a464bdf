// On Linux, Android and Windows `URLRequest` lives in a separate module. Re-exporting it here keeps the `#if` out of
// every other file, and out of the programs that import Endpoint.
#if canImport(FoundationNetworking)
@_exported public import FoundationNetworking
#else
@_exported public import struct Foundation.URLRequest
#endif
