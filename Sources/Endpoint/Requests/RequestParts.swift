public import Foundation

/// The optional parts of a request, as both endpoint protocols see them.
///
/// Do not conform to this protocol yourself.
///
/// Each provider protocol supplies its part in an extension that is constrained to the provider. Where a type conforms
/// to an endpoint protocol, the compiler picks that extension if it sees there that the type conforms to the provider.
/// Reading the part is then one call through the witness table. In all other cases (a conditional conformance, a
/// subclass, an extension in another module), the compiler picks the defaults below. They look for the conformance at
/// run time, so that it is not ignored.
public protocol _RequestParts: _NonisolatedConformance {
    var _relativeURLString: String? { get }
    var _queryItems: [URLQueryItem]? { get throws }
    var _headerFields: [String: String]? { get }
    var _body: HTTPBody? { get throws }
}

// Inlinable, so that the compiler can resolve the check for a type that no other module sees. At run time, checking the
// type is much cheaper than a cast that fails.
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
