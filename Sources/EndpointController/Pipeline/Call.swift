import Endpoint
import Foundation

/// What a controller is asked to do: an endpoint's request, and all that was settled when the call began.
struct Call: Sendable {
    /// The request as the endpoint made it.
    var request: URLRequest
    let baseURL: URL?
    var rules: EndpointRules
    let failsSilently: Bool
    /// The request as it was sent last.
    var sent: Locked<URLRequest>

    init<Endpoint>(_ endpoint: Endpoint, _ request: URLRequest, baseURL: URL?, rules: EndpointRules) {
        var request = request
        var rules = rules
        // An endpoint that makes its request itself may say so there.
        if request.timeoutInterval != Self.defaultTimeout {
            rules.timeout = Self.isTimeout(request.timeoutInterval) ? .seconds(request.timeoutInterval) : nil
        }
        failsSilently = Self.settle(endpoint, &rules)
        let timeout = Self.transportTimeout(rules.timeout)
        if timeout != request.timeoutInterval { request.timeoutInterval = timeout }
        self.request = request
        self.baseURL = baseURL
        self.rules = rules
        sent = Locked(request)
    }

    /// Takes what an endpoint says of its calls.
    ///
    /// - Returns: Whether it fails silently.
    private static func settle<Endpoint>(_ endpoint: Endpoint, _ rules: inout EndpointRules) -> Bool {
        if let wrapper = endpoint as? any WrappingEndpoint { return settle(wrapper.wrapped, &rules) }
        rules.adapt(to: endpoint)
        return (endpoint as? any SilentFailureProviderType)?.failsSilently ?? false
    }

    /// What a `URLRequest` has if nobody gives it another one.
    private static let defaultTimeout: TimeInterval = 60

    /// A week, for a transport that knows no request without a timeout.
    private static let noTimeout: TimeInterval = 604_800

    /// The timeout for the transport, which is not to end a call before the controller does, though it may have seen the
    /// last bytes earlier.
    private static func transportTimeout(_ timeout: Duration?) -> TimeInterval {
        guard let timeout else { return noTimeout }
        // The usual one stays as it is, because to change a request is dear.
        if timeout == .seconds(defaultTimeout) { return defaultTimeout }
        let seconds = (timeout / .seconds(1)).rounded(.up) + 5
        return isTimeout(seconds) ? seconds : noTimeout
    }

    /// Whether a number of seconds is one to wait for: some programs say 0 or infinity where they mean no timeout.
    private static func isTimeout(_ seconds: TimeInterval) -> Bool {
        seconds > 0 && seconds < noTimeout
    }
}
