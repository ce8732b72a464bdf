import Endpoint
import Foundation

/// A call of a controller: an endpoint's request, with the base URL and the settings at the start of the call.
struct Call: Sendable {
    /// The request before any middleware changes it.
    var request: URLRequest
    let facts: CallFacts

    init(_ endpoint: some RequestProviderType, _ request: URLRequest, baseURL: URL?, rules: EndpointRules) {
        var request = request
        var settings = CallSettings(rules)
        // An endpoint that builds its request itself may set the timeout in the request.
        if request.timeoutInterval != Self.defaultTimeout {
            settings.rules.timeout = Self.isTimeout(request.timeoutInterval) ? .seconds(request.timeoutInterval) : nil
        }
        let innermost = settings.adapt(to: endpoint)
        // An equal timeout is not set again, because changing a request is expensive.
        let timeout = min(settings.rules.timeout.map { $0 / .seconds(1) } ?? Self.noTimeout, Self.noTimeout)
        if timeout != request.timeoutInterval { request.timeoutInterval = timeout }
        self.request = request
        facts = CallFacts(baseURL: baseURL, endpoint: innermost, settings: settings)
    }

    var settings: CallSettings { facts.settings }
    var rules: EndpointRules { settings.rules }
    var failsSilently: Bool { settings.failsSilently }
    var hasSecretPath: Bool { settings.hasSecretPath }

    /// The default timeout of a `URLRequest`, in seconds.
    private static let defaultTimeout: TimeInterval = 60

    /// The timeout to set for a call without a time limit, in seconds: a week, because some transports need a timeout.
    private static let noTimeout: TimeInterval = 604_800

    /// Indicates whether a number of seconds is a timeout: some programs set 0 or infinity to mean no timeout.
    private static func isTimeout(_ seconds: TimeInterval) -> Bool {
        seconds > 0 && seconds < noTimeout
    }
}
