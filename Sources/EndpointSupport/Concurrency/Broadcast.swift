import Foundation

/// A source of values for any number of listeners; releasing it ends their sequences.
public final class Broadcast<Element: Sendable>: Sendable {
    private let listeners = Locked<[UUID: AsyncStream<Element>.Continuation]>([:])
    private let capacity: Int

    /// Creates a source whose listeners each keep the newest `capacity` values that they have not read.
    public init(capacity: Int) {
        self.capacity = capacity
    }

    deinit {
        for listener in listeners.withLock({ Array($0.values) }) { listener.finish() }
    }

    /// Returns a sequence of the values that are sent from now on, after `first`, if there is one.
    public func values(after first: Element? = nil) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream<Element>.makeStream(bufferingPolicy: .bufferingNewest(capacity))
        let id = UUID()
        continuation.onTermination = { [weak self] _ in self?.listeners.withLock { _ = $0.removeValue(forKey: id) } }
        listeners.withLock { $0[id] = continuation }
        if let first { continuation.yield(first) }
        return stream
    }

    public func send(_ element: Element) {
        for listener in listeners.withLock({ Array($0.values) }) { listener.yield(element) }
    }
}
