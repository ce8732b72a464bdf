import EndpointSupport
import EndpointTransports
public import Foundation

extension EndpointNext {
    /// Indicates whether a request may carry credentials: whether it goes to their origin (RFC 6454, section 4), that
    /// is, the same scheme, host and port.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - origin: A URL of the origin; by default nil, for the origin of the base URL.
    /// - Returns: `true` if the origins are the same; `false` if they differ, or if there is neither an origin nor a
    ///   base URL.
    public func trusts(_ request: URLRequest, origin: URL? = nil) -> Bool {
        Origin.isShared(by: request.url, and: origin ?? baseURL)
    }

    /// Indicates whether no redirect led a request to another origin than that of the endpoint's request.
    ///
    /// - Parameter request: The request of a middleware that sees each request.
    /// - Returns: `true` for a request before all redirects, and for one that goes to the same origin.
    public func isForFirstOrigin(_ request: URLRequest) -> Bool {
        redirects == 0 || Origin.isShared(by: request.url, and: state.call.request.url)
    }
}
