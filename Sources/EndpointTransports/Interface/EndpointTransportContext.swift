/// The information that a transport gets with a request: a deadline, and a closure for upload progress.
public struct EndpointTransportContext: Sendable {
    /// The time by which the call has to end, or nil for no deadline.
    ///
    /// A transport that observes the deadline throws ``EndpointTransportError/timedOut`` at that time, from `send` or
    /// from the body. At that time, the controller cancels the task of the call.
    public var deadline: ContinuousClock.Instant?

    /// A closure that receives the progress of the upload; nil if the caller does not need the progress.
    ///
    /// The closure returns at once.
    public var onUpload: (@Sendable (EndpointProgress) -> Void)?

    /// A closure that tells whether the time of a call with an idle timeout is over; nil for a call with a deadline.
    var hasPassed: (@Sendable () -> Bool)?

    /// Creates a context.
    ///
    /// - Parameters:
    ///   - deadline: The time by which the call has to end; by default nil, for no deadline.
    ///   - onUpload: A closure that receives the progress of the upload; by default nil.
    public init(
        deadline: ContinuousClock.Instant? = nil,
        onUpload: (@Sendable (EndpointProgress) -> Void)? = nil
    ) {
        self.onUpload = onUpload
        self.deadline = deadline
    }

    /// A Boolean value that indicates whether the time of the call is over: a cancellation then means a timeout.
    public var hasTimedOut: Bool {
        deadline.map { $0 <= .now } ?? hasPassed?() ?? false || Deadline.ofChunk?.hasPassed == true
    }
}
