/// How the pages of a list are asked for.
///
/// An endpoint says so with ``PagingProviderType``, or its payload with ``PagedPayloadType``:
///
/// ```swift
/// extension ListUsers: PagingProviderType {
///     var paging: EndpointPaging { .numbered(perPage: 50, perPageName: "limit", offset: -1) }
/// }
/// ```
///
/// The query items for a page take the place of items of the same name that the endpoint has; all else in its query
/// stays as it is.
public struct EndpointPaging: Sendable, Equatable {
    enum Style: Sendable, Equatable {
        case numbered(pageName: String, offset: Int)
        case link
        case cursor(name: String)
    }

    let style: Style
    let perPage: Int?
    let perPageName: String

    /// Pages that have numbers: `?per_page=30&page=2`.
    ///
    /// The pages end with one that holds fewer items than `perPage`, or none. So ask for no more items than the server
    /// is willing to send, or its first page will seem to be the last. With a server that takes no notice of the number
    /// there is no end.
    ///
    /// - Parameters:
    ///   - perPage: How many items a page has, at least 1; nil to leave it to the server, and then the end is an empty
    ///     page.
    ///   - perPageName: The name of the query item for that number.
    ///   - pageName: The name of the query item for the number of the page.
    ///   - offset: What is added to the number of the page before it is sent. For you, pages count from 1; for a server
    ///     that counts from 0, the offset is -1.
    /// - Returns: The paging.
    public static func numbered(
        perPage: Int? = 30,
        perPageName: String = "per_page",
        pageName: String = "page",
        offset: Int = 0
    ) -> EndpointPaging {
        let style = Style.numbered(pageName: pageName, offset: offset)
        return EndpointPaging(style: style, perPage: perPage, perPageName: perPageName)
    }

    /// Pages that lead to one another by the `Link` header field (RFC 8288), as in
    /// `Link: <https://example.com/users?page=2>; rel="next"`.
    ///
    /// The pages end with one that has no such link. A page may be short or empty before that. The request for the next
    /// page is the endpoint's own but for its URL, which is the link as it stands. Where a link leads to another origin
    /// (RFC 6454, section 4), header fields of the endpoint that may be credentials do not go along.
    ///
    /// - Parameters:
    ///   - perPage: How many items a page has, at least 1, for the first request; nil to leave it to the server.
    ///   - perPageName: The name of the query item for that number.
    /// - Returns: The paging.
    public static func link(perPage: Int? = 30, perPageName: String = "per_page") -> EndpointPaging {
        EndpointPaging(style: .link, perPage: perPage, perPageName: perPageName)
    }

    /// Pages that lead to one another by a cursor in the payload: see ``PagedPayloadType/nextCursor``.
    ///
    /// The pages end with one whose cursor is nil or empty. A page may be short or empty before that. The first request
    /// brings no cursor but one that the endpoint has itself.
    ///
    /// - Parameters:
    ///   - name: The name of the query item for the cursor.
    ///   - perPage: How many items a page has, at least 1; nil to leave it to the server.
    ///   - perPageName: The name of the query item for that number.
    /// - Returns: The paging.
    public static func cursor(
        name: String = "cursor",
        perPage: Int? = 30,
        perPageName: String = "per_page"
    ) -> EndpointPaging {
        EndpointPaging(style: .cursor(name: name), perPage: perPage, perPageName: perPageName)
    }
}
