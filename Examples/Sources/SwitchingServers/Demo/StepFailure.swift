import Foundation

/// A step that went wrong.
struct StepFailure: LocalizedError {
    let step: String
    let reason: String

    var errorDescription: String? { "\(step): \(reason)" }

    /// Runs a step, so that whatever it throws names the step.
    static func naming(_ step: String, _ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch {
            throw StepFailure(step: step, reason: error.localizedDescription)
        }
    }
}
