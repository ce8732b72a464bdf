import Dispatch

/// Counts the bytes of a body since its exchange was abandoned, to tell when its task can be cancelled.
///
/// On Linux, cancelling a task at the very moment that it completes ends the process. So a short rest may still come,
/// and a task is cancelled only while much is under way, or when its body has continued for long.
struct UnwantedBody {
    private static let many = 1_048_576
    private static let long: UInt64 = 10_000_000_000

    private let start = DispatchTime.now().uptimeNanoseconds
    private var last = DispatchTime.now().uptimeNanoseconds
    private var count = 0
    private var hasEnded = false

    /// Counts further bytes.
    ///
    /// - Returns: `true` to cancel the task now, at most once.
    mutating func isToEnd(after bytes: Int) -> Bool {
        count += bytes
        last = DispatchTime.now().uptimeNanoseconds
        guard !hasEnded else { return false }
        hasEnded = count > Self.many || last - start > Self.long
        return hasEnded
    }

    /// The number of seconds without traffic.
    var timeOfSilence: Double { Double(DispatchTime.now().uptimeNanoseconds - last) / 1e9 }
}
