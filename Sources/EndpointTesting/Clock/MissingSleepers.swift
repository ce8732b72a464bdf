import EndpointController
import Foundation

/// The error of a test that waits in vain for tasks to sleep on a ``ManualClock``.
struct MissingSleepers: _DescribedError, ShownAsText {
    let text: String

    init(expected: Int, found: Int, after timeout: Duration) {
        text =
            "Waited for \(expected) sleeping task\(expected == 1 ? "" : "s") on a ManualClock, but there "
            + "\(found == 1 ? "was" : "were") \(found) after \(timeout). Does the code under test use this clock?"
    }
}
