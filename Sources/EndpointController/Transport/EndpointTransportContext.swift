/// The wishes of a transport's caller beside the request: a deadline, a batch size, and the progress of the upload.
public struct EndpointTransportContext: Sendable {
    /// The time at which the call ends, or nil for no deadline.
    ///
    /// A transport that keeps it throws ``EndpointTransportError/timedOut`` then, from `send` or from the body. The
    /// controller ends the call at that time in any case.
    public var deadline: ContinuousClock.Instant?

    /// The number of bytes of the body that the caller wants at once at first; 0 for the head alone.
    ///
    /// It is a hint: a transport that waits for so many bytes, or for the end of the body, before it wakes the caller
    /// saves changes of threads for small responses.
    public var batchSize: Int

    /// Called each time that a part of the request's body has gone out; nil if the caller does not want to know.
    ///
    /// It returns at once.
    public var onUpload: (@Sendable (EndpointProgress) -> Void)?

    /// Creates a context.
    ///
    /// - Parameters:
    ///   - deadline: The time at which the call ends; by default there is none.
    ///   - batchSize: The number of bytes of the body that the caller wants at once at first; by default 0.
    ///   - onUpload: Called each time that a part of the request's body has gone out; by default nil.
    public init(
        deadline: ContinuousClock.Instant? = nil,
        batchSize: Int = 0,
        onUpload: (@Sendable (EndpointProgress) -> Void)? = nil
    ) {
        self.deadline = deadline
        self.batchSize = batchSize
        self.onUpload = onUpload
    }
}
