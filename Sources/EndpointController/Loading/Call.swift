import Endpoint
import Foundation

/// What a controller is asked to do: an endpoint's request, and all that was settled when the call began.
struct Call: Sendable {
    /// The request as the endpoint made it.
    var request: URLRequest
    let baseURL: URL?
    var rules: EndpointRules
    /// The limit of the endpoint itself, for bodies that are not held in memory.
    let ownSizeLimit: Int?
    let failsSilently: Bool
    /// The request as it was sent last.
    var sent: Locked<URLRequest>

    init(_ endpoint: Any, _ request: URLRequest, baseURL: URL?, rules: EndpointRules) {
        var request = request
        var rules = rules.adapted(to: endpoint)
        // An endpoint that makes its request itself may say so there.
        if !(endpoint is any TimeoutProviderType), request.timeoutInterval != Self.defaultTimeout {
            rules.timeout = .seconds(request.timeoutInterval)
        }
        // For the transport, which does not end a call before the controller does.
        request.timeoutInterval = rules.timeout.map { Double($0.components.seconds) + 1 } ?? Self.noTimeout
        self.request = request
        self.baseURL = baseURL
        self.rules = rules
        ownSizeLimit = (endpoint as? any ResponseSizeLimitProviderType)?.responseSizeLimit
        failsSilently = (endpoint as? any SilentFailureProviderType)?.failsSilently ?? false
        sent = Locked(request)
    }

    private static let defaultTimeout: TimeInterval = 60

    /// A week, for a transport that knows no request without a timeout.
    private static let noTimeout: TimeInterval = 604_800
}
