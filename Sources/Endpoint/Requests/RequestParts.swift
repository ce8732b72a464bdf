public import Foundation

// A cast outside an actor does not find a conformance that is isolated to the actor, so the values that the conformance
// supplies would be silently dropped. Therefore this protocol and all providers refine `SendableMetatype`, which does
// not allow isolated conformances. In a module whose code is isolated to the main actor by default, a type whose
// declaration lists such a protocol is nonisolated.

/// The optional parts of a request, as the endpoint protocols read them.
///
/// Do not conform to this protocol directly.
///
/// Each part has an extension of this protocol that is constrained to the part's provider. The compiler picks that
/// extension if a type's conformance to the provider is known at the point where the type conforms to an endpoint
/// protocol. Reading the part is then one call through the witness table. Otherwise (for a conditional conformance, a
/// subclass or an extension in another module), the compiler picks the defaults below. The defaults look for the
/// conformance to the provider at run time, so that the conformance is not ignored.
public protocol _RequestParts: SendableMetatype {
    var _relativeURLString: String? { get }
    var _queryItems: [URLQueryItem]? { get throws }
    var _headerFields: [String: String]? { get }
    var _body: HTTPBody? { get throws }
}

// Inlinable, so that the compiler can evaluate the type check for a type that no other module sees. At run time,
// checking the type is much cheaper than casting the value when the cast fails.
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
            return try (self as? any BodyProviderType)?.body.httpBody
        }
    }
}
