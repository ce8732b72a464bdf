public import Foundation

/// A value that only one thread can access at a time.
///
/// `@unchecked Sendable`: the value is accessed only with `lock` held.
public final class Locked<Value>: @unchecked Sendable {
    @usableFromInline let lock = NSLock()
    @usableFromInline var value: Value

    @inlinable
    public init(_ value: Value) {
        self.value = value
    }

    @inlinable
    public func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
