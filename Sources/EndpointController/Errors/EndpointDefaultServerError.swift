/// An error body with the usual members `error`, `reason` and `detail`, of which each may be missing.
public struct EndpointDefaultServerError: EndpointServerError {
    /// What kind of error it is.
    public var error: String?

    /// Why it happened.
    public var reason: String?

    /// More about it.
    public var detail: String?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - error: What kind of error it is.
    ///   - reason: Why it happened.
    ///   - detail: More about it.
    public init(error: String? = nil, reason: String? = nil, detail: String? = nil) {
        self.error = error
        self.reason = reason
        self.detail = detail
    }
}
