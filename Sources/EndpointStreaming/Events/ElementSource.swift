public import Foundation

/// A reader of elements, whose calls must not overlap.
protocol ElementReader<Element>: Sendable {
    associatedtype Element: Sendable

    /// Waits for elements.
    ///
    /// - Returns: The elements; an empty array at the end.
    mutating func next() async throws -> [Element]
}

/// A source of elements: a buffer from which loops take elements, and a reader that fills it.
///
/// `take()` is inlinable: without that, a short event takes a third more time from its bytes to the loop.
///
/// `@unchecked Sendable`: the variables are accessed with `lock` held, except `reader`. `Locked` is not used, because
/// what uses the lock is inlined into programs, which do not import EndpointSupport.
@usableFromInline
final class ElementSource<Element: Sendable>: @unchecked Sendable {
    @usableFromInline let lock = NSLock()
    /// The buffered elements, the first of which may have been taken.
    @usableFromInline var elements: [Element] = []
    @usableFromInline var taken = 0
    /// The task that reads, for all loops that wait for elements.
    ///
    /// After the end or an error, the task stays here, so that later loops get the same result.
    private var reading: Task<Bool, any Error>?
    /// The reader, which only the task in `reading` accesses; nil after the end or an error, to release the connection.
    private var reader: (any ElementReader<Element>)?

    init(_ reader: any ElementReader<Element>) {
        self.reader = reader
    }

    /// Takes the next buffered element; nil if there is none.
    @inlinable
    func take() -> Element? {
        lock.lock()
        defer { lock.unlock() }
        guard taken < elements.count else {
            elements = []
            taken = 0
            return nil
        }
        defer { taken += 1 }
        return elements[taken]
    }

    /// Waits until more elements have been buffered; cancelling one of several waiting loops cancels the reader.
    ///
    /// - Returns: `true` if elements were buffered, which another loop may have taken; `false` at the end.
    @usableFromInline
    func fetch() async throws -> Bool {
        let reading = lock.withLock {
            let reading = self.reading ?? Task { try await read() }
            self.reading = reading
            return reading
        }
        return try await withTaskCancellationHandler {
            try await reading.value
        } onCancel: {
            reading.cancel()
        }
    }

    private func read() async throws -> Bool {
        do {
            let fetched = try await reader?.next() ?? []
            if fetched.isEmpty {
                reader = nil
                return false
            }
            lock.withLock {
                // A loop that was too late to take the last elements may have asked for more.
                elements = taken == elements.count ? fetched : elements[taken...] + fetched
                (taken, reading) = (0, nil)
            }
            return true
        } catch {
            reader = nil
            throw error
        }
    }
}
