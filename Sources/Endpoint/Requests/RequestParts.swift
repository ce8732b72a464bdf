public import Foundation

/// The optional parts of a request, as both endpoint protocols see them.
///
/// Do not conform to it yourself.
///
/// Each provider protocol supplies its part in an extension constrained to it, so where the compiler sees a type
/// conform to the provider, it picks that extension when the type conforms to an endpoint protocol, and asking for the
/// part is one call through the witness table. Everywhere else (a conditional conformance, a subclass, an extension in
/// another module) it picks the defaults below, which look at the value at run time, so that no conformance is ever
/// dropped.
public protocol _RequestParts: _NonisolatedConformance {
    var _relativeURLString: String? { get }
    var _queryItems: [URLQueryItem]? { get throws }
    var _headerFields: [String: String]? { get }
    var _body: HTTPBody? { get throws }
}

// Inlinable, so that the compiler can settle the question for a type that no other module sees. Otherwise, asking the
// type is much less work than casting a value in vain.
extension _RequestParts {
    @inlinable public var _relativeURLString: String? {
        guard type(of: self) is any RelativeURLStringProviderType.Type else { return nil }
        return (self as? any RelativeURLStringProviderType)?.relativeURLString
    }
    @inlinable public var _queryItems: [URLQueryItem]? {
        get throws {
            guard type(of: self) is any QueryItemsProviderType.Type else { return nil }
            return try (self as? any QueryItemsProviderType)?.queryItems
        }
    }
    @inlinable public var _headerFields: [String: String]? {
        guard type(of: self) is any HeaderFieldsProviderType.Type else { return nil }
        return (self as? any HeaderFieldsProviderType)?.headerFields
    }
    @inlinable public var _body: HTTPBody? {
        get throws {
            guard type(of: self) is any BodyProviderType.Type else { return nil }
            return try (self as? any BodyProviderType)?.body
        }
    }
}
