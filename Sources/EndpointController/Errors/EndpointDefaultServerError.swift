/// An error body with the usual members `error`, `reason` and `detail`, each of which may be missing.
public struct EndpointDefaultServerError: EndpointServerError {
    /// The kind of the error.
    public var error: String?

    /// The reason for the error.
    public var reason: String?

    /// Further details.
    public var detail: String?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - error: The kind of the error.
    ///   - reason: The reason for the error.
    ///   - detail: Further details.
    public init(error: String? = nil, reason: String? = nil, detail: String? = nil) {
        self.error = error
        self.reason = reason
        self.detail = detail
    }
}
