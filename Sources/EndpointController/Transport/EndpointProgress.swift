/// How far an upload or a download has come.
public struct EndpointProgress: Sendable, Equatable {
    /// How many bytes are through.
    public var completed: Int64

    /// How many there are in all, or nil if that is unknown.
    public var total: Int64?

    /// Creates a progress.
    ///
    /// - Parameters:
    ///   - completed: How many bytes are through.
    ///   - total: How many there are in all, or nil if that is unknown.
    public init(completed: Int64, total: Int64?) {
        self.completed = completed
        self.total = total
    }

    /// The part that is through, from 0 to 1, or nil if the total is not known.
    public var fraction: Double? {
        total.map { $0 > 0 ? min(Double(completed) / Double($0), 1) : 1 }
    }
}
