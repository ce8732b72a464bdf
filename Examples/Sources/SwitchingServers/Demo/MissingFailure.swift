import Foundation

/// A step went well that should have failed.
struct MissingFailure: LocalizedError {
    var errorDescription: String? { "The step went well, but should have failed." }
}
