/// The pages of a list, one after another, made by `pages(of:)` of ``EndpointController``.
///
/// ```swift
/// do {
///     for try await users in controller.pages(of: ListUsers()) { show(users) }
/// } catch let error as EndpointError<APIError> {
///     show(error)
/// }
/// ```
///
/// Nothing is sent before you ask for a page, and each page is a separate call, with middleware, rules and a timeout: a
/// loop that you leave after two pages has made two calls. Each loop begins at the first page.
///
/// ``EndpointPaging`` determines which page is the last. An empty page is delivered unless it is the last. If a link or
/// a cursor cannot be followed, asking for the page that it leads to throws an error. No page follows an error.
public struct EndpointPages<Payload: Sendable>: AsyncSequence, Sendable {
    /// A page.
    public typealias Element = Payload

    let first: PageStep<Payload>

    /// Returns an iterator that begins at the first page.
    ///
    /// - Returns: An iterator.
    public func makeAsyncIterator() -> Iterator {
        Iterator(step: first)
    }

    /// An iterator that loads one page after another.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate var step: PageStep<Payload>?

        /// Loads the next page.
        ///
        /// - Returns: The page, or nil if there is none.
        /// - Throws: ``EndpointError``; ``EndpointError/cancelled`` at once when the task is cancelled.
        public mutating func next() async throws -> Payload? {
            guard let load = step?.load else { return nil }
            // The pages end here if loading fails or finds no page.
            step = nil
            guard let page = try await load() else { return nil }
            step = page.next
            return page.payload
        }
    }
}

/// A step that loads a page, and returns it with the step that loads the next page.
struct PageStep<Payload: Sendable>: Sendable {
    let load: @Sendable () async throws -> (payload: Payload, next: PageStep?)?
}
