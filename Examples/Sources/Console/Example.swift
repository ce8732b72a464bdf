import Foundation

/// The common behaviour of all examples: they take one step after the other, and the first failure ends them.
package enum Example {
    /// Runs an example to its end, and ends the process if something goes wrong.
    package static func run(_ name: String, _ body: @Sendable () async throws -> Void) async {
        do {
            try await body()
        } catch {
            Terminal.printError("\n\(name) failed: \(error.localizedDescription)")
            exit(EXIT_FAILURE)
        }
    }

    /// Prints the title of a step, and runs the step.
    package static func step(_ title: String, _ body: () async throws -> Void) async throws {
        Terminal.print("\n\(title)", .bold)
        try await StepFailure.naming(title, body)
    }
}
