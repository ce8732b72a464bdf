import EndpointController

/// An error as Giphy describes it: `{"meta": {"status": 401, "msg": "Unauthorized"}}`.
struct GiphyError: EndpointServerError {
    struct Meta: Codable, Equatable, Sendable {
        let status: Int
        let msg: String
    }

    let meta: Meta?

    /// The message that the descriptions of errors include.
    var reason: String? { meta?.msg }
}
