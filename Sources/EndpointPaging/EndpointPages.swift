public import EndpointController
import Foundation

/// A sequence that loads the pages of a list one after another: the result of `pages(of:)` of ``EndpointController``.
///
/// Nothing is sent before you ask for a page. A separate call, with its own timeout, loads each page through the
/// middleware. Each loop begins at the first page, or at the page that follows those from ``next()``. A loop throws
/// `EndpointError`, but as an untyped error, so name its type: `catch let error as EndpointError<APIError>`; ``next()``
/// throws the typed error.
///
/// ``EndpointPaging`` determines which page is the last. An empty page is delivered unless it is the last page. If the
/// link or the cursor in a page cannot be followed, that page is delivered, and asking for the next page throws an
/// error. After an error, ``next()`` returns nil.
public struct EndpointPages<Payload: PagedPayloadType & Sendable, ServerError: EndpointServerError>: AsyncSequence,
    AsyncIteratorProtocol, Sendable
{
    /// The position before the next page, or the error if that page cannot be requested; nil after the last page.
    var walk: Result<PageWalk, EndpointError<ServerError>>?
    /// A closure that loads the page at a URL, or returns nil if the response has no content.
    let load: @Sendable (URL) async throws(EndpointError<ServerError>) -> (Payload, EndpointResponse)?

    /// Returns a copy of the sequence, which is its own iterator.
    public func makeAsyncIterator() -> Self { self }

    /// Loads the next page.
    ///
    /// - Returns: The page, or nil after the last page or after an error.
    /// - Throws: `EndpointError`. It is `EndpointError.cancelled(_:)` if the task is cancelled before the response has
    ///   arrived.
    public mutating func next() async throws(EndpointError<ServerError>) -> Payload? {
        // Take the walk: the pages end if loading throws an error, and the set in the walk is not copied at each page.
        guard var walk = try walk.take()?.get() else { return nil }
        let page: (Payload, EndpointResponse)?
        do throws(EndpointError<ServerError>) {
            page = try await load(walk.url)
        } catch {
            if case .unacceptableStatus(let response, _) = error, walk.ends(at: response.statusCode) { return nil }
            throw error
        }
        guard let (payload, response) = page else { return nil }
        do {
            if try walk.advance(after: response, payload) {
                self.walk = .success(walk)
            } else if payload.pageItemCount == 0 {
                return nil
            }
        } catch {
            self.walk = .failure(.unacceptableResponse(response, error))
        }
        return payload
    }
}

extension EndpointPages: _OpaqueType {
    /// The name of the type, without the URLs of the pages, which may contain secrets.
    public var description: String { "\(Self.self)" }
}
