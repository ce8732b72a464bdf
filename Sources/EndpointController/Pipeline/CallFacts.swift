import Endpoint
import Foundation

/// The facts about a call that do not change: an object, so that a call is cheap to copy.
final class CallFacts: Sendable {
    /// The base URL that the controller had when the call began, or nil if it had none.
    let baseURL: URL?
    /// The endpoint without its wrappers, for middleware, which may cast it to other protocols; nil only in a test.
    ///
    /// `nonisolated(unsafe)` is safe because an endpoint must not change during a call: see `RequestProviderType`.
    nonisolated(unsafe) let endpoint: (any RequestProviderType)?
    let settings: CallSettings

    init(baseURL: URL?, endpoint: (any RequestProviderType)?, settings: CallSettings) {
        self.baseURL = baseURL
        self.endpoint = endpoint
        self.settings = settings
    }
}
