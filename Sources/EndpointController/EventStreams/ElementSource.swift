public import Foundation

/// Elements at hand, and what waits for more.
///
/// Inlined where elements are taken, because code that knows their type takes them several times as fast.
///
/// `@unchecked Sendable`: what changes is touched with `lock` held.
@usableFromInline
final class ElementSource<Element: Sendable>: @unchecked Sendable {
    @usableFromInline let lock = NSLock()
    /// The elements at hand, the next one at the end.
    @usableFromInline var elements: [Element] = []
    private let fetchElements: @Sendable () async throws -> [Element]

    /// - Parameter fetch: Waits for more elements; none at the end, and after an error.
    init(fetch: @escaping @Sendable () async throws -> [Element]) {
        fetchElements = fetch
    }

    /// Takes the next of the elements at hand, nil if there is none.
    @inlinable
    func take() -> Element? {
        lock.lock()
        defer { lock.unlock() }
        return elements.popLast()
    }

    /// Waits until there are elements at hand.
    ///
    /// - Returns: Whether there are; false at the end.
    @usableFromInline
    func fetch() async throws -> Bool {
        var fetched = try await fetchElements()
        if fetched.isEmpty { return false }
        fetched.reverse()
        // Another loop may have fetched meanwhile.
        lock.withLock { elements = elements.isEmpty ? fetched : fetched + elements }
        return true
    }
}
