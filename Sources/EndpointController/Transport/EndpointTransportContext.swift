/// The information that a transport gets with a request: a deadline, a batch size, and a closure for upload progress.
public struct EndpointTransportContext: Sendable {
    /// The time by which the call has to end, or nil for no deadline.
    ///
    /// A transport that observes the deadline throws ``EndpointTransportError/timedOut`` at that time, from `send` or
    /// from the body. The controller ends the call at that time even if the transport does not.
    public var deadline: ContinuousClock.Instant? {
        get { offset.map { Self.reference + $0 } }
        set { offset = newValue.map { Self.reference.duration(to: $0) } }
    }

    // An instant is stored as a duration, whose size the compiler knows, because a context is copied often.
    private var offset: Duration?
    private static let reference = ContinuousClock.now

    /// The number of bytes of the body that the caller wants together with the head; 0 for the head alone.
    ///
    /// The number is a hint. If the transport wakes the caller only after that many bytes, or the whole body, have
    /// arrived, small responses need fewer thread switches.
    public var batchSize: Int

    /// A closure that receives the progress of the upload; nil if the caller does not need the progress.
    ///
    /// The closure returns at once.
    public var onUpload: (@Sendable (EndpointProgress) -> Void)?

    /// Creates a context.
    ///
    /// - Parameters:
    ///   - deadline: The time by which the call has to end; by default nil, for no deadline.
    ///   - batchSize: The number of bytes of the body that the caller wants together with the head; by default 0.
    ///   - onUpload: A closure that receives the progress of the upload; by default nil.
    public init(
        deadline: ContinuousClock.Instant? = nil,
        batchSize: Int = 0,
        onUpload: (@Sendable (EndpointProgress) -> Void)? = nil
    ) {
        self.batchSize = batchSize
        self.onUpload = onUpload
        self.deadline = deadline
    }

    /// A Boolean value that indicates whether the time of the call is over.
    package var hasTimedOut: Bool { deadline.map { $0 <= .now } ?? Deadline.hasPassed }
}
