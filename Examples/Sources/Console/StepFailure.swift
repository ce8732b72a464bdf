import Foundation

/// A step that went wrong.
package struct StepFailure: LocalizedError {
    private let step: String
    private let reason: String

    package var errorDescription: String? { "\(step): \(reason)" }

    /// Runs a step, so that its error names the step.
    package static func naming(_ step: String, _ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch {
            throw StepFailure(step: step, reason: error.localizedDescription)
        }
    }
}
