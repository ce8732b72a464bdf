/// A paging style, which determines how the pages of a list are requested.
///
/// Specify the paging of an endpoint with ``PagingProviderType`` or `paged(by:)`, or of a payload with
/// ``PagedPayloadType``:
///
/// ```swift
/// extension ListUsers: PagingProviderType {
///     var paging: EndpointPaging { .numbered(perPage: 50, perPageName: "limit", offset: -1) }
/// }
/// ```
///
/// ## Query items
///
/// The request does not include a page size unless you set one; a page size in the endpoint's own query takes
/// precedence. If that query has a valid page number, an offset or a cursor, `pages(of:)` begins there. The number, the
/// offset or the cursor of each page replaces query items of the same name; the rest of the query stays as it is.
///
/// In every style, a response with the status 204 ends the pages too.
public struct EndpointPaging: Sendable, Equatable {
    enum Style: Sendable, Equatable {
        case numbered(name: String, offset: Int)
        case offset(name: String)
        case link(relation: String)
        case nextURL
        case cursor(name: String)
    }

    let style: Style
    let perPage: Int?
    let perPageName: String
    var endStatusCodes: Set<Int> = []

    /// Returns a style for numbered pages, as in `?page=2` or `?per_page=30&page=2`.
    ///
    /// An empty page ends the pages. A page with fewer items than were asked for also ends the pages, but only after a
    /// full page, because the server may cap the number of items. If a page that seems to be the last has a `Link` to a
    /// next page, the following pages are loaded as with ``link(relation:perPage:perPageName:)``. If the server ignores
    /// the page number, the pages may never end.
    ///
    /// - Parameters:
    ///   - perPage: The page size to ask for, at least 1; by default nil, which lets the server decide.
    ///   - perPageName: The name of the query item for `perPage`; by default `per_page`.
    ///   - pageName: The name of the query item for the page number; by default `page`.
    ///   - offset: The number to add to a page number before it is sent; by default 0. You count pages from 1; for a
    ///     server that counts from 0, set the offset to -1.
    ///   - endStatusCodes: The status codes, such as 404, with which the server answers a request for a page after the
    ///     last; by default none. They end the pages, except on the first page that is requested and on pages that a
    ///     link leads to. Middleware and `EndpointEvent` still see a failed call.
    /// - Returns: The paging.
    public static func numbered(
        perPage: Int? = nil,
        perPageName: String = "per_page",
        pageName: String = "page",
        offset: Int = 0,
        endStatusCodes: Set<Int> = []
    ) -> EndpointPaging {
        EndpointPaging(
            style: .numbered(name: pageName, offset: offset), perPage: perPage, perPageName: perPageName,
            endStatusCodes: endStatusCodes)
    }

    /// Returns a style for pages that begin at an offset, as in `?offset=40` or `?limit=20&offset=40`.
    ///
    /// The first offset is 0. Each following offset is the previous offset plus the number of items on the page
    /// (``PagedPayloadType/pageItemCount``). The pages end as with
    /// ``numbered(perPage:perPageName:pageName:offset:endStatusCodes:)``.
    ///
    /// - Parameters:
    ///   - limit: The page size to ask for, at least 1; by default nil, which lets the server decide.
    ///   - limitName: The name of the query item for `limit`; by default `limit`.
    ///   - offsetName: The name of the query item for the offset; by default `offset`.
    ///   - endStatusCodes: The status codes that end the pages, as for numbered pages; by default none.
    /// - Returns: The paging.
    public static func offset(
        limit: Int? = nil,
        limitName: String = "limit",
        offsetName: String = "offset",
        endStatusCodes: Set<Int> = []
    ) -> EndpointPaging {
        EndpointPaging(
            style: .offset(name: offsetName), perPage: limit, perPageName: limitName, endStatusCodes: endStatusCodes)
    }

    /// Returns a style for pages linked by the `Link` header field (RFC 8288), as in `Link: </users?p=2>; rel="next"`.
    ///
    /// The pages end with a page that has no link to a next page. Earlier pages may be short or empty. The request for
    /// the next page is a copy of the endpoint's request, sent to the URL of the link. If that URL has another origin
    /// (RFC 6454, section 4), header fields of the endpoint that may be credentials are not sent: see
    /// `EndpointRules.portableHeaderFields`.
    ///
    /// - Parameters:
    ///   - relation: The relation type of the links to follow; by default `next`. To go back, pass the server's name
    ///     for the page before, such as `prev`.
    ///   - perPage: The page size to ask for, at least 1; by default nil, which lets the server decide.
    ///   - perPageName: The name of the query item for `perPage`; by default `per_page`.
    /// - Returns: The paging.
    public static func link(
        relation: String = "next",
        perPage: Int? = nil,
        perPageName: String = "per_page"
    ) -> EndpointPaging {
        EndpointPaging(style: .link(relation: relation.lowercased()), perPage: perPage, perPageName: perPageName)
    }

    /// Returns a style for pages linked by a URL in the payload (``PagedPayloadType/nextURL``), as in JSON:API.
    ///
    /// The pages end with a page whose `nextURL` is nil; otherwise as ``link(relation:perPage:perPageName:)``.
    public static func nextURL(perPage: Int? = nil, perPageName: String = "per_page") -> EndpointPaging {
        EndpointPaging(style: .nextURL, perPage: perPage, perPageName: perPageName)
    }

    /// Returns a style for pages linked by a cursor in the payload: see ``PagedPayloadType/nextCursor``.
    ///
    /// The pages end with a page whose cursor is nil or empty. Earlier pages may be short or empty. The first request
    /// has no cursor unless the endpoint sets one.
    ///
    /// - Parameters:
    ///   - name: The name of the query item for the cursor; by default `cursor`.
    ///   - perPage: The page size to ask for, at least 1; by default nil, which lets the server decide.
    ///   - perPageName: The name of the query item for `perPage`; by default `per_page`.
    /// - Returns: The paging.
    public static func cursor(
        name: String = "cursor",
        perPage: Int? = nil,
        perPageName: String = "per_page"
    ) -> EndpointPaging {
        EndpointPaging(style: .cursor(name: name), perPage: perPage, perPageName: perPageName)
    }
}
