import EndpointTransports
import Foundation

/// A call of a controller: a request, with the base URL and the rules at the start of the call.
package final class Call: Sendable {
    /// The request before any middleware changes it.
    package let request: URLRequest
    /// The base URL that the controller had when the call began, or nil if it had none.
    let baseURL: URL?
    /// The endpoint without its wrappers, for middleware, which may cast it to other protocols; nil only in a test.
    ///
    /// `nonisolated(unsafe)` is safe because an endpoint must not change during a call: see `RequestProviderType`.
    nonisolated(unsafe) let endpoint: (any RequestProviderType)?
    package let rules: EndpointRules
    /// The endpoint's own size limit, which also applies to bodies that are not held in memory; nil for none.
    package let streamSizeLimit: Int?

    init(
        _ request: URLRequest,
        _ baseURL: URL?,
        _ endpoint: (any RequestProviderType)?,
        _ rules: EndpointRules,
        streamSizeLimit: Int? = nil
    ) {
        self.request = request
        self.baseURL = baseURL
        self.endpoint = endpoint
        self.rules = rules
        self.streamSizeLimit = streamSizeLimit
    }

    /// Creates the call of an endpoint, whose rules take precedence over `rules`, and over the timeout of the request.
    convenience init(
        _ endpoint: some RequestProviderType,
        _ request: URLRequest,
        baseURL: URL?,
        rules: EndpointRules
    ) {
        var request = request
        var rules = rules
        let time = request.timeoutInterval
        // An endpoint that builds its request itself may set the timeout in the request; 60 is the default.
        if time != 60 { rules.timeout = time > 0 && time < Self.week ? .seconds(time) : .unlimited }
        var own = EndpointRules()
        let innermost = own.merge(of: endpoint)
        rules.merge(own)
        // Some transports need a timeout. An equal timeout is not set again, because changing a request is expensive.
        let timeout = rules.timeLimit.map { $0 / .seconds(1) } ?? Self.week
        if timeout != time { request.timeoutInterval = timeout }
        self.init(
            request, baseURL, innermost, rules, streamSizeLimit: own.responseSizeLimit.map { max($0, 0) })
    }

    private static let week: TimeInterval = 604_800

    /// Returns the call with another request.
    package func with(_ request: URLRequest) -> Call {
        Call(request, baseURL, endpoint, rules, streamSizeLimit: streamSizeLimit)
    }
}
