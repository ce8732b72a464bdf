/// The pages of a list, one after the other, made by `pages(of:)` of ``EndpointController``.
///
/// ```swift
/// do {
///     for try await users in controller.pages(of: ListUsers()) { show(users) }
/// } catch let error as EndpointError<APIError> {
///     show(error)
/// }
/// ```
///
/// Nothing is sent before you ask for a page, and at most one request is sent for each: a loop that you leave after two
/// pages has caused two requests. Each page is a separate call, with middleware, rules and a timeout. Each loop begins
/// at the first page.
///
/// See ``EndpointPaging`` for the end of the pages. An empty page that ends them is not delivered, while an empty page
/// before others is. A link or a cursor that cannot be followed is an error, thrown when you ask for the page that it
/// leads to. No page follows an error.
public struct EndpointPages<Payload: Sendable>: AsyncSequence, Sendable {
    /// A page.
    public typealias Element = Payload

    let first: PageStep<Payload>

    /// Begins at the first page.
    ///
    /// - Returns: An iterator.
    public func makeAsyncIterator() -> Iterator {
        Iterator(step: first)
    }

    /// Loads one page after the other.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate var step: PageStep<Payload>?

        /// Loads the next page.
        ///
        /// - Returns: The page, or nil if there is none.
        /// - Throws: ``EndpointError``; ``EndpointError/cancelled`` at once when the task is cancelled.
        public mutating func next() async throws -> Payload? {
            guard let load = step?.load else { return nil }
            // The end, unless there is a page.
            step = nil
            guard let page = try await load() else { return nil }
            step = page.next
            return page.payload
        }
    }
}

/// A step that loads a page, and gives the step that loads the next page.
struct PageStep<Payload: Sendable>: Sendable {
    let load: @Sendable () async throws -> (payload: Payload, next: PageStep?)?
}
