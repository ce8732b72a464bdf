public import Endpoint
public import Foundation

/// A payload that is one page of a list.
///
/// An array is one. So is a type that a server wraps a page in:
///
/// ```swift
/// struct UserPage: Decodable, PagedPayloadType {
///     var items: [User]
///     var next: String?
///
///     static var paging: EndpointPaging { .cursor() }
///     var pageItemCount: Int { items.count }
///     var nextCursor: String? { next }
/// }
/// ```
///
/// Where a server numbers its pages and says whether there are more, the number of the next one is the cursor:
///
/// ```swift
/// extension TaskPage: PagedPayloadType {
///     static var paging: EndpointPaging { .cursor(name: "page") }
///     var pageItemCount: Int { items.count }
///     var nextCursor: String? { hasMore ? String(page + 1) : nil }
/// }
/// ```
public protocol PagedPayloadType: _NonisolatedConformance {
    /// How pages are asked for, where the endpoint is not a ``PagingProviderType``.
    static var paging: EndpointPaging { get }

    /// How many items the page holds, as the server counts them: the number tells whether it is the last.
    var pageItemCount: Int { get }

    /// What the server wants to be sent for the next page; nil or empty if there is none.
    ///
    /// Declare it as optional: a property of another type is not this one, and the first page would be the last.
    ///
    /// It counts for ``EndpointPaging/cursor(name:perPage:perPageName:)`` alone.
    var nextCursor: String? { get }

    /// The whole URL of the next page, absolute or relative to that of this page; nil if there is none.
    ///
    /// Declare it as optional. It counts for ``EndpointPaging/nextURL(perPage:perPageName:)`` alone:
    ///
    /// ```swift
    /// struct ArticlePage: Decodable, PagedPayloadType {
    ///     struct Links: Decodable { var next: URL? }
    ///     var data: [Article]
    ///     var links: Links
    ///
    ///     static var paging: EndpointPaging { .nextURL() }
    ///     var pageItemCount: Int { data.count }
    ///     var nextURL: URL? { links.next }
    /// }
    /// ```
    var nextURL: URL? { get }
}

extension PagedPayloadType {
    /// Pages that have numbers: ``EndpointPaging/numbered(perPage:perPageName:pageName:offset:)``.
    public static var paging: EndpointPaging { .numbered() }

    /// Nil.
    public var nextCursor: String? { nil }

    /// Nil.
    public var nextURL: URL? { nil }
}

extension PagedPayloadType where Self: Collection {
    /// The number of elements.
    public var pageItemCount: Int { count }
}

// Neither a set nor a dictionary: they may hold fewer items than the server sent, and what is short would be the end.
extension Array: PagedPayloadType {}
