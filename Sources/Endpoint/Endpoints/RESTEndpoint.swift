public import Foundation

/// A base URL endpoint that is a value: a request that does not deserve a type of its own.
///
/// ```swift
/// let list = RESTEndpoint(pathComponents: ["users"], queryItems: .items(["page": 2]))
/// let follow = RESTEndpoint(.put, pathComponents: ["users", userID, "followers", "me"])
/// let create = RESTEndpoint(.post, pathComponents: ["users"], body: .json(user))
/// ```
///
/// Many services follow the template server URL + prefix + object + suffix:
///
/// ```swift
/// let followers = RESTEndpoint(prefix: "api/v2/users", objectID: userID, suffix: "followers")
/// ```
public struct RESTEndpoint: BaseURLEndpointType, Sendable {
    /// The method of the request.
    public var method: HTTPMethod

    /// The path relative to the base URL.
    public var relativeURLString: String

    /// The query items, in the order in which they are appended to the URL.
    public var queryItems: [URLQueryItem]

    /// The header fields of the request, values by names.
    public var headerFields: [String: String]

    /// The body of the request, if it has one.
    public var body: HTTPBody?

    /// Creates an endpoint from path components.
    ///
    /// - Parameters:
    ///   - method: The method of the request.
    ///   - pathComponents: The components of the path. Each is data: it is percent-encoded as one segment, and one that
    ///     is empty, `.` or `..` makes building the request throw ``EndpointRequestError/unsafePathSegment(_:in:)``.
    ///   - queryItems: The query items.
    ///   - headerFields: The header fields.
    ///   - body: The body.
    public init(
        _ method: HTTPMethod = .get,
        pathComponents: [String],
        queryItems: [URLQueryItem] = [],
        headerFields: [String: String] = [:],
        body: HTTPBody? = nil
    ) {
        self.method = method
        self.queryItems = queryItems
        self.headerFields = headerFields
        self.body = body
        relativeURLString = pathComponents.enumerated()
            .map { PathSegment.encoded($1, isFirst: $0 == 0) }
            .joined(separator: "/")
    }

    /// Creates an endpoint from the template server URL + prefix + object + suffix.
    ///
    /// - Parameters:
    ///   - method: The method of the request.
    ///   - prefix: What stands before the object, such as `api/v2/users`: a part of a URL that may hold slashes. Those
    ///     at its ends do not count, and it is relative to the base URL always. An empty one is left out.
    ///   - objectID: The object, such as a number or name. It is data: its description is percent-encoded as one
    ///     segment. One that is empty, `.` or `..` makes building the request throw
    ///     ``EndpointRequestError/unsafePathSegment(_:in:)``.
    ///   - suffix: What stands behind the object, in the manner of the prefix; but a slash at its end is kept.
    ///   - queryItems: The query items.
    ///   - headerFields: The header fields.
    ///   - body: The body.
    public init(
        _ method: HTTPMethod = .get,
        prefix: String,
        objectID: some CustomStringConvertible,
        suffix: String = "",
        queryItems: [URLQueryItem] = [],
        headerFields: [String: String] = [:],
        body: HTTPBody? = nil
    ) {
        self.init(method, pathComponents: [], queryItems: queryItems, headerFields: headerFields, body: body)
        let before = Self.trimmed(prefix, atEnd: true)
        let object = PathSegment.encoded(objectID.description, isFirst: before.isEmpty)
        let after = Self.trimmed(suffix, atEnd: false)
        relativeURLString = [before, object].filter { !$0.isEmpty }.joined(separator: "/")
        if !suffix.isEmpty { relativeURLString += "/" + after }
        // Behind a dot segment, a colon makes no scheme of what stands before it (RFC 3986, section 4.2).
        if before.utf8.prefix(while: { $0 != UInt8(ascii: "/") }).contains(UInt8(ascii: ":")) {
            relativeURLString = "./" + relativeURLString
        }
    }

    /// The text without slashes at its start, and without those at its end if they are to go as well.
    private static func trimmed(_ text: String, atEnd: Bool) -> String {
        var bytes = text.utf8.drop { $0 == UInt8(ascii: "/") }
        while atEnd, bytes.last == UInt8(ascii: "/") { bytes = bytes.dropLast() }
        return String(Substring(bytes))
    }
}

extension RESTEndpoint: MethodProviderType, RelativeURLStringProviderType, QueryItemsProviderType,
    HeaderFieldsProviderType, BodyProviderType
{}
