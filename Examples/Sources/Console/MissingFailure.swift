import Foundation

/// The error for a step that succeeded but should have failed.
package struct MissingFailure: LocalizedError {
    package init() {}

    package var errorDescription: String? { "The step succeeded, but should have failed." }
}
