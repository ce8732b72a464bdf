/// A request and what came of it, as a cassette holds it.
struct ExchangeRecord: Sendable {
    var request: RequestRecord
    var response: ResponseRecord?
    var failure: FailureRecord?
}

/// A response as a cassette holds it, without secrets.
struct ResponseRecord: Sendable {
    var status: Int
    var headerFields: [String: String]
    var body: BodyRecord?
}

/// The failure with which an exchange ended.
struct FailureRecord: Sendable {
    enum Kind: String, Sendable {
        case invalidRequest, cancelled, unreachable, notResponding, timedOut, truncated
        /// The reader of the body stopped before its end.
        case abandoned
    }

    var kind: Kind
    var reason: String?
}
