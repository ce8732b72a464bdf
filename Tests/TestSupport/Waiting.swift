extension Task {
    /// The value of the task.
    ///
    /// The task is cancelled together with the test that waits. Otherwise, a task that hangs would outlast the time
    /// limit of the test.
    package var outcome: Success {
        get async throws {
            try await withTaskCancellationHandler {
                try await value
            } onCancel: {
                cancel()
            }
        }
    }
}

/// The factors by which a test of real time multiplies its durations, one after another, until it passes.
///
/// On a busy machine, short durations are over before the code under test has run.
package let timeFactors = [1, 4, 16, 64]

/// Waits until a condition that no event reports is false; ends with an error when the test is cancelled.
package func waitWhile(_ condition: @autoclosure () -> Bool) async throws {
    while condition() {
        try Task.checkCancellation()
        await Task.yield()
    }
}
