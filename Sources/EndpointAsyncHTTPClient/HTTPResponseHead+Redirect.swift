#if AsyncHTTPClient
import NIOHTTP1

extension HTTPResponseHead {
    /// A Boolean value that indicates whether a client that follows redirects may treat this head as a redirect.
    var isRedirect: Bool {
        [301, 302, 303, 304, 305, 307, 308].contains(status.code) && headers.contains(name: "Location")
    }
}
#endif
