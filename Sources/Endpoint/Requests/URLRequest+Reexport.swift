// On Linux, Android and Windows, `URLRequest` is in a separate module. The re-export avoids an `#if` in most other
// files, and in the programs that import Endpoint.
#if canImport(FoundationNetworking)
@_exported public import FoundationNetworking
#else
@_exported public import struct Foundation.URLRequest
#endif
