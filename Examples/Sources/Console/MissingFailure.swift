import Foundation

/// A step went well that should have failed.
package struct MissingFailure: LocalizedError {
    package init() {}

    package var errorDescription: String? { "The step went well, but should have failed." }
}
