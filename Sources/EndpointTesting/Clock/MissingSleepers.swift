import EndpointController
import Foundation

/// The error of a test that waits in vain for tasks to sleep on a ``ManualClock``.
struct MissingSleepers: _DescribedError {
    let description: String

    init(expected: Int, found: Int, after timeout: Duration) {
        description =
            "Waited for \(expected) sleeping task\(expected == 1 ? "" : "s") on a ManualClock, but there "
            + "\(found == 1 ? "was" : "were") \(found) after \(timeout). Either the code under test "
            + "does not use this clock, or the machine is so busy that the code has not begun to sleep."
    }
}
