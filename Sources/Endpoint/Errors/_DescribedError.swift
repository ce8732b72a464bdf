public import Foundation

/// An error whose `localizedDescription` is its `description`.
public protocol _DescribedError: LocalizedError, CustomStringConvertible, Sendable {}

extension _DescribedError {
    /// The description.
    public var errorDescription: String? { description }
}
