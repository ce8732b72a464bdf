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
        if request.timeoutInterval != Self.defaultTimeout { rules.timeout = .seconds(request.timeoutInterval) }
        rules.adapt(to: endpoint)
        // For the transport, which does not end a call before the controller does. To change a request is dear.
        let timeout = rules.timeout.map { ($0 / .seconds(1)).rounded(.up) } ?? Self.noTimeout
        if timeout != request.timeoutInterval { request.timeoutInterval = timeout }
        self.request = request
        self.baseURL = baseURL
        self.rules = rules
        failsSilently = (endpoint as? any SilentFailureProviderType)?.failsSilently ?? false
        sent = Locked(request)
    }

    /// What a `URLRequest` has if nobody gives it another one.
    private static let defaultTimeout: TimeInterval = 60

    /// A week, for a transport that knows no request without a timeout.
    private static let noTimeout: TimeInterval = 604_800
}
