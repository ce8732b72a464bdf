/// The progress of an upload or a download.
public struct EndpointProgress: Sendable, Equatable {
    /// The number of bytes transferred.
    public var completed: Int64

    /// The total number of bytes, or nil if it is unknown.
    public var total: Int64?

    /// Creates a progress value.
    ///
    /// - Parameters:
    ///   - completed: The number of bytes transferred.
    ///   - total: The total number of bytes, or nil if it is unknown.
    public init(completed: Int64, total: Int64?) {
        self.completed = completed
        self.total = total
    }

    /// The fraction transferred, at most 1; nil if the total is unknown, and 1 if the total is 0 or less.
    public var fraction: Double? {
        total.map { $0 > 0 ? min(Double(completed) / Double($0), 1) : 1 }
    }
}
