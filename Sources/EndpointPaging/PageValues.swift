public import Foundation

/// The type of a cursor in a page: `String`, `Int` or `Int64`, each also as an optional, or a type of your own.
public protocol PageCursor {
    /// The cursor as a query item has it, or nil for none.
    var pageCursor: String? { get }
}

extension String: PageCursor {
    /// The cursor itself.
    public var pageCursor: String? { self }
}

extension Int: PageCursor {
    /// The number as a text.
    public var pageCursor: String? { String(self) }
}

extension Int64: PageCursor {
    /// The number as a text.
    public var pageCursor: String? { String(self) }
}

extension Optional: PageCursor where Wrapped: PageCursor {
    /// The cursor, or nil for none.
    public var pageCursor: String? { self?.pageCursor }
}

/// The type of the URL of a next page: `URL`, `String`, either as an optional, or a type of your own.
public protocol PageReference {
    /// The URL, which may be relative (RFC 3986, section 4.1), or nil for none.
    var pageReference: String? { get }
}

extension URL: PageReference {
    /// The absolute string of the URL.
    public var pageReference: String? { absoluteString }
}

extension String: PageReference {
    /// The string itself, or nil if it is empty.
    public var pageReference: String? { isEmpty ? nil : self }
}

extension Optional: PageReference where Wrapped: PageReference {
    /// The URL, or nil for none.
    public var pageReference: String? { self?.pageReference }
}
