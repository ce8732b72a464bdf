/// A sequence that loads the pages of a list one after another: the result of `pages(of:)` of ``EndpointController``.
///
/// ```swift
/// do {
///     for try await users in controller.pages(of: ListUsers()) { show(users) }
/// } catch let error as EndpointError<APIError> {
///     show(error)
/// }
/// ```
///
/// Nothing is sent before you ask for a page. Each page is loaded by a separate call, which passes through the
/// middleware and has its own timeout. If you leave a loop after two pages, only two calls have been made. Each loop
/// begins at the first page, or at the page that follows those from ``next()``.
///
/// ``EndpointPaging`` determines which page is the last. An empty page is delivered unless it is the last page. If the
/// link or the cursor in a page cannot be followed, that page is delivered, and asking for the next page throws an
/// error. After an error, ``next()`` returns nil.
public struct EndpointPages<Payload: Sendable>: AsyncSequence, AsyncIteratorProtocol, Sendable {
    private var step: PageStep<Payload>?

    init(first: PageStep<Payload>) {
        step = first
    }

    /// Returns a copy of the sequence, which is its own iterator.
    public func makeAsyncIterator() -> Self {
        self
    }

    /// Loads the next page.
    ///
    /// - Returns: The page, or nil after the last page or after an error.
    /// - Throws: `EndpointError`. It is `EndpointError.cancelled` if the task is cancelled before the response has
    ///   arrived.
    public mutating func next() async throws -> Payload? {
        guard let load = step?.load else { return nil }
        // Clear the step first, so that the pages end if loading throws an error or finds no page.
        step = nil
        guard let page = try await load() else { return nil }
        step = page.next
        return page.payload
    }
}

struct PageStep<Payload: Sendable>: Sendable {
    /// A closure that loads a page, and returns nil instead of an empty last page.
    ///
    /// If the page is the last, `next` is nil.
    let load: @Sendable () async throws -> (payload: Payload, next: PageStep?)?
}
