/// An error body with the usual members `error`, `reason` and `detail`, each of which may be missing.
public struct EndpointDefaultServerError: EndpointServerError {
    /// The kind of the error; nil if the server does not name it.
    public var error: String?

    /// The reason for the error; nil if the server does not give it.
    public var reason: String?

    /// Further details; nil if the server does not give any.
    public var detail: String?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - error: The kind of the error; by default nil.
    ///   - reason: The reason for the error; by default nil.
    ///   - detail: Further details; by default nil.
    public init(error: String? = nil, reason: String? = nil, detail: String? = nil) {
        self.error = error
        self.reason = reason
        self.detail = detail
    }
}
