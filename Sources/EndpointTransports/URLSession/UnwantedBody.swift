import Dispatch

/// A count of the bytes that are sent or arrive after their exchange was abandoned.
///
/// On Linux, cancelling a task just as it completes can end or block the process. So the task is not cancelled
/// immediately, and the transfer of its bodies continues. The task is cancelled once more than 1 MiB has been
/// transferred, or if bytes are still being transferred after 10 seconds.
struct UnwantedBody {
    private static let many = 1_048_576
    private static let long: UInt64 = 10_000_000_000

    private let start = DispatchTime.now().uptimeNanoseconds
    private var last = DispatchTime.now().uptimeNanoseconds
    private var count = 0
    private var hasEnded = false

    /// Counts further bytes.
    ///
    /// - Returns: `true`, at most once, if the task has to be cancelled now.
    mutating func mustEnd(after bytes: Int) -> Bool {
        count += bytes
        last = DispatchTime.now().uptimeNanoseconds
        guard !hasEnded else { return false }
        hasEnded = count > Self.many || last - start > Self.long
        return hasEnded
    }

    /// The number of seconds since the last bytes were counted, or since the count began.
    var timeOfSilence: Double { Double(DispatchTime.now().uptimeNanoseconds - last) / 1e9 }
}
