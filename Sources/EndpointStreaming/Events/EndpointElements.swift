public import EndpointController

/// A sequence of the elements of a body, parsed as the body arrives: lines, server-sent events or decoded values.
///
/// ```swift
/// for try await chunk in controller.elements(of: Chat(prompt)) { print(chunk.text, terminator: "") }
/// ```
///
/// A loop over the elements of an endpoint makes its own call, which starts when the loop asks for its first element. A
/// loop over the elements of a body continues where an earlier loop over the same sequence was left. If two such loops
/// run at the same time, each element goes to only one of them, in no defined order.
///
/// Cancelling the task of the loop cancels the request, at the latest when the loop asks for its next element. Leaving
/// a loop over the elements of an endpoint cancels the request too. After an error, the loop ends. For the elements of
/// a body, a later loop over the same sequence throws the error again, but may first deliver elements that were already
/// parsed.
///
/// After ``next()``, loops over this value and its copies continue that call, which is cancelled when the last of them
/// is released.
public struct EndpointElements<Element: Sendable>: AsyncSequence, AsyncIteratorProtocol, Sendable {
    @usableFromInline let makeSource: @Sendable () -> ElementSource<Element>
    @usableFromInline var hasBegun = false
    @usableFromInline var source: ElementSource<Element>?

    init(_ makeSource: @escaping @Sendable () -> ElementSource<Element>) {
        self.makeSource = makeSource
    }

    /// Returns a copy of the sequence, which is its own iterator.
    public func makeAsyncIterator() -> Self {
        self
    }

    /// Waits for the next element.
    ///
    /// - Returns: The element, or nil at the end.
    /// - Throws: `EndpointError` for elements of an endpoint; for elements of a body, the error of the body,
    ///   ``EndpointElementError`` or `CancellationError`.
    @inlinable
    public mutating func next() async throws -> Element? {
        try await next(isolation: nil)
    }

    /// Waits for the next element; stays on the actor while parsed elements are available.
    ///
    /// - Parameter actor: The actor of the caller; nil if there is none.
    /// - Returns: The element, or nil at the end.
    /// - Throws: The same errors as ``next()``.
    @inlinable
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
        if !hasBegun {
            hasBegun = true
            source = makeSource()
        }
        while let source {
            if !Task.isCancelled, let element = source.take() { return element }
            // The iteration ends if fetching fails or finds no elements.
            self.source = nil
            if try await source.fetch() { self.source = source }
        }
        return nil
    }
}

extension EndpointElements: _OpaqueType {
    /// The name of the type, without elements that have been parsed, which may contain secrets.
    public var description: String { "\(Self.self)" }
}
