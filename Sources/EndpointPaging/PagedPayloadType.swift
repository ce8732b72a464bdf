import EndpointController
public import Foundation

/// A payload that is one page of a list.
///
/// Arrays conform to this protocol. A type that holds the items of a page can conform too:
///
/// ```swift
/// struct UserPage: Decodable, PagedPayloadType {
///     var items: [User]
///     var nextCursor: String?
///
///     static var paging: EndpointPaging { .cursor() }
///     var pageItemCount: Int { items.count }
/// }
/// ```
///
/// If a server numbers its pages and says whether there are more, let `nextCursor` be the number of the next page, or
/// nil after the last page, with the paging `.cursor(name: "page")`.
public protocol PagedPayloadType: SendableMetatype {
    /// The paging style if the endpoint does not specify it (``PagingProviderType``); by default `.numbered()`.
    static var paging: EndpointPaging { get }

    /// The number of items on the page, as the server counts them.
    ///
    /// With page numbers or offsets, it helps to determine which page is the last: see ``EndpointPaging``. A last page
    /// with 0 items is not delivered.
    var pageItemCount: Int { get }

    /// The cursor that the server expects in the request for the next page; nil or empty if this page is the last.
    ///
    /// The default is nil. A property of a type that is not a ``PageCursor`` is ignored, so the first page would be
    /// the last. Only
    /// ``EndpointPaging/cursor(name:perPage:perPageName:)`` uses this property.
    var nextCursor: NextCursor { get }

    /// The URL of the next page; nil if this page is the last.
    ///
    /// A relative URL without a base URL is resolved against the URL of this page. The default is nil. Declare the
    /// property as `URL`, `URL?`, `String` or `String?`; an empty string is like nil. Only
    /// ``EndpointPaging/nextURL(perPage:perPageName:)`` uses this property.
    var nextURL: NextURL { get }

    /// The type of the cursor.
    associatedtype NextCursor: PageCursor = String?

    /// The type of the URL.
    associatedtype NextURL: PageReference = URL?
}

extension PagedPayloadType {
    /// Numbered pages: ``EndpointPaging/numbered(perPage:perPageName:pageName:offset:endStatusCodes:)``.
    public static var paging: EndpointPaging { .numbered() }
}

// The constraints keep generic code from choosing these properties instead of the requirements.

extension PagedPayloadType where NextCursor == String? {
    /// Nil, for payloads without a cursor.
    public var nextCursor: String? { nil }
}

extension PagedPayloadType where NextURL == URL? {
    /// Nil, for payloads without the URL of the next page.
    public var nextURL: URL? { nil }
}

extension PagedPayloadType where Self: Collection {
    /// The number of elements.
    public var pageItemCount: Int { count }
}

// Sets and dictionaries do not conform: they may hold fewer items than the server sent, so a full page may seem to be
// short, and thus the last.
extension Array: PagedPayloadType {}
