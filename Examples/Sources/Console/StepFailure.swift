import Foundation

/// The error of a step, with the title of the step.
package struct StepFailure: LocalizedError {
    private let step: String
    private let reason: String

    package var errorDescription: String? { "\(step): \(reason)" }

    /// Runs a step, and adds its title to any error that it throws.
    package static func naming(_ step: String, _ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch {
            throw StepFailure(step: step, reason: error.localizedDescription)
        }
    }
}
