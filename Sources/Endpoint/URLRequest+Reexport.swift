// On Linux, Android and Windows `URLRequest` lives in a separate module. Re-exporting the type here avoids an `#if` in
// most other files, and in the programs that import Endpoint.
#if canImport(FoundationNetworking)
@_exported public import FoundationNetworking
#else
@_exported public import struct Foundation.URLRequest
#endif
