/// A request and its outcome, as a cassette stores them.
struct ExchangeRecord: Sendable {
    var request: RequestRecord
    var response: ResponseRecord?
    var failure: FailureRecord?
}

/// A response as a cassette stores it, with recognised secrets hidden.
struct ResponseRecord: Sendable {
    var status: Int
    var headerFields: [String: String]
    var body: BodyRecord?
}

struct FailureRecord: Sendable {
    enum Kind: String, Sendable {
        case invalidRequest, cancelled, unreachable, notResponding, timedOut, truncated
        /// The body had not been read to its end when the cassette was saved.
        case abandoned
    }

    var kind: Kind
    var reason: String?
    /// The code of a `URLError`, which a retrier uses to decide whether to send the request again.
    var code: Int?
}
