import Endpoint
import Foundation

/// A call of a controller: an endpoint's request, with the base URL and the settings at the start of the call.
struct Call: Sendable {
    /// The request before any middleware changes it.
    var request: URLRequest
    let baseURL: URL?
    let settings: CallSettings
    /// The endpoint without its wrappers, for middleware, which may cast it to other protocols.
    ///
    /// `nonisolated(unsafe)` is safe because an endpoint must not change during a call: see `RequestProviderType`.
    nonisolated(unsafe) let endpoint: any RequestProviderType

    init(_ endpoint: some RequestProviderType, _ request: URLRequest, baseURL: URL?, rules: EndpointRules) {
        var request = request
        var settings = CallSettings(rules)
        // An endpoint that builds its request itself may set the timeout in the request.
        if request.timeoutInterval != Self.defaultTimeout {
            settings.rules.timeout = Self.isTimeout(request.timeoutInterval) ? .seconds(request.timeoutInterval) : nil
        }
        self.endpoint = settings.adapt(to: endpoint)
        // An equal timeout is not set again, because changing a request is expensive.
        let timeout = min(settings.rules.timeout.map { $0 / .seconds(1) } ?? Self.noTimeout, Self.noTimeout)
        if timeout != request.timeoutInterval { request.timeoutInterval = timeout }
        self.request = request
        self.baseURL = baseURL
        self.settings = settings
    }

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
