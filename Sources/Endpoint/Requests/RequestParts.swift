public import Foundation

/// The optional parts of a request, as both endpoint protocols see them.
///
/// Do not conform to it yourself.
///
/// Each provider protocol supplies its part in an extension constrained to it. If the compiler sees that a type
/// conforms to the provider, it picks that extension when the type conforms to an endpoint protocol. Reading the part
/// is then one call through the witness table. Everywhere else (a conditional conformance, a subclass, an extension in
/// another module) it picks the defaults below, which check the value at run time, so that no conformance is ever
/// dropped.
public protocol _RequestParts: _NonisolatedConformance {
    var _relativeURLString: String? { get }
    var _queryItems: [URLQueryItem]? { get throws }
    var _headerFields: [String: String]? { get }
    var _body: HTTPBody? { get throws }
}

// Inlinable, so that the compiler can decide for a type that no other module sees. Otherwise, checking the type is much
// cheaper than a cast that fails.
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
