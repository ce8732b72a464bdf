public import Foundation

/// A source of elements: a buffer, and the closure that waits for more elements.
///
/// `take()` is inlinable, because code that is specialized for the type of the elements is several times as fast.
///
/// `@unchecked Sendable`: the variables are accessed with `lock` held. `Locked` is not used, because other modules
/// cannot inline it.
@usableFromInline
final class ElementSource<Element: Sendable>: @unchecked Sendable {
    @usableFromInline let lock = NSLock()
    @usableFromInline var batch = Batch()
    /// The closure that waits for more elements; nil at the end.
    ///
    /// After an error, it is replaced by a closure that throws the error again and does not retain the connection.
    private var fetchElements: (@Sendable () async throws -> [Element])?

    /// - Parameter fetch: A closure that waits for more elements, and returns an empty array at the end.
    init(fetch: @escaping @Sendable () async throws -> [Element]) {
        fetchElements = fetch
    }

    /// Takes the next buffered element; nil if there is none.
    @inlinable
    func take() -> Element? {
        lock.lock()
        defer { lock.unlock() }
        return batch.next()
    }

    /// Waits for more elements and buffers them.
    ///
    /// - Returns: `true` if elements arrived; `false` at the end.
    @usableFromInline
    func fetch() async throws -> Bool {
        guard let fetchElements = lock.withLock({ fetchElements }) else { return false }
        do {
            let fetched = try await fetchElements()
            lock.withLock {
                if fetched.isEmpty { self.fetchElements = nil }
                batch.append(fetched)
            }
            return !fetched.isEmpty
        } catch {
            lock.withLock { self.fetchElements = { throw error } }
            throw error
        }
    }

    /// The buffered elements, and the number of them that have been taken.
    ///
    /// This is a structure, because each access to a variable of a class is checked for exclusivity, which takes time.
    @usableFromInline
    struct Batch {
        @usableFromInline var elements: [Element] = []
        @usableFromInline var taken = 0

        init() {}

        @inlinable
        mutating func next() -> Element? {
            guard taken < elements.count else {
                elements = []
                taken = 0
                return nil
            }
            defer { taken += 1 }
            return elements[taken]
        }

        /// Adds elements; another loop may have added some meanwhile.
        mutating func append(_ fetched: [Element]) {
            elements = taken == elements.count ? fetched : elements[taken...] + fetched
            taken = 0
        }
    }
}
