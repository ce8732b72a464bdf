/// One of several asynchronous ways to do the same work, which are compared.
public struct AsyncWay: Sendable {
    let name: String
    let size: Int?
    let run: @Sendable (_ calls: Int) async throws -> Void

    /// Creates a way.
    ///
    /// - Parameters:
    ///   - name: The name of the way.
    ///   - size: The amount of work, if it varies; by default nil.
    ///   - inFlight: The number of concurrent calls; by default 1.
    ///   - call: Does the work once.
    public init(
        _ name: String, size: Int? = nil, inFlight: Int = 1, call: @escaping @Sendable () async throws -> Void
    ) {
        self.name = name
        self.size = size
        run = { calls in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<inFlight {
                    // If the calls cannot be divided evenly, the first tasks make one more call.
                    let share = calls / inFlight + (number < calls % inFlight ? 1 : 0)
                    group.addTask {
                        for _ in 0..<share { try await call() }
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}
