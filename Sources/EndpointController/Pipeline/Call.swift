import EndpointTransports
import Foundation

/// A call of a controller: a request, with the base URL and the rules at the start of the call.
final class Call: Sendable {
    /// The request before any middleware changes it.
    let request: URLRequest
    /// The base URL that the controller had when the call began, or nil if it had none.
    let baseURL: URL?
    /// The endpoint without its wrappers, for middleware, which may cast it to other protocols; nil only in a test.
    ///
    /// `nonisolated(unsafe)` is safe because an endpoint must not change during a call: see `RequestProviderType`.
    nonisolated(unsafe) let endpoint: (any RequestProviderType)?
    /// The rules, without the controller's size limit, which does not apply to bodies that are not held in memory.
    let rules: EndpointRules
    private let memoryLimit: Int?

    init(
        _ request: URLRequest,
        _ baseURL: URL?,
        _ endpoint: (any RequestProviderType)?,
        _ rules: EndpointRules,
        memoryLimit: Int? = nil
    ) {
        var request = request
        // Some transports need a timeout. An equal timeout is not set again, because changing a request is expensive.
        let timeout = rules.timeLimit.map { $0 / .seconds(1) } ?? Self.week
        if timeout != request.timeoutInterval { request.timeoutInterval = timeout }
        self.request = request
        self.baseURL = baseURL
        self.endpoint = endpoint
        self.rules = rules
        self.memoryLimit = memoryLimit
    }

    /// Creates the call of an endpoint, whose rules take precedence over `given`, which do over the controller's.
    convenience init(
        _ endpoint: some RequestProviderType,
        _ request: URLRequest,
        baseURL: URL?,
        rules: EndpointRules,
        given: EndpointRules
    ) {
        var own = given
        // An endpoint that builds its request itself may set the timeout in the request; 60 is the default.
        let time = request.timeoutInterval
        if time != 60 { own.timeout = time > 0 && time < Self.week ? .seconds(time) : .unlimited }
        let innermost = own.merge(of: endpoint)
        var rules = rules
        let memoryLimit = rules.responseSizeLimit
        rules.responseSizeLimit = nil
        rules.merge(own)
        self.init(request, baseURL, innermost, rules, memoryLimit: memoryLimit)
    }

    private static let week: TimeInterval = 604_800

    /// The maximum number of bytes in a body that is held in memory.
    var sizeLimit: Int { max(rules.responseSizeLimit ?? memoryLimit ?? 67_108_864, 0) }

    /// Returns the call with another request, or with other rules.
    func with(_ request: URLRequest? = nil, rules: EndpointRules? = nil) -> Call {
        Call(request ?? self.request, baseURL, endpoint, rules ?? self.rules, memoryLimit: memoryLimit)
    }
}
