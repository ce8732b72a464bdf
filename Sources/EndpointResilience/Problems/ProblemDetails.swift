public import EndpointController
import EndpointSupport
public import Foundation

/// A server error as problem details (RFC 9457), the standard format for error bodies (`application/problem+json`).
///
/// ```swift
/// let api = EndpointController<ProblemDetails>(baseURL: staging)
/// do {
///     try await api.load(Purchase(book: 42))
/// } catch {
///     guard let problem = error.serverError, problem.type == "https://example.com/probs/out-of-credit"
///     else { throw error }
///     print(problem.title ?? "", problem.extensions["balance"] as? Int ?? 0)
/// }
/// ```
///
/// The details are read from the body of a response whose status is not accepted, if the body is a JSON object. The
/// `Content-Type` does not matter, because some servers send problem details with another media type. A standard member
/// with a value of the wrong type is ignored, as RFC 9457, section 3.1, specifies.
public struct ProblemDetails: EndpointServerError {
    /// The URI that identifies the kind of problem.
    ///
    /// The URI is `about:blank` if the server does not send one: the status code then identifies the problem. A
    /// relative reference is resolved against the URL of the response.
    public var type: String

    /// A readable summary of the kind of problem, or nil if the server does not send one.
    public var title: String?

    /// The status code that the origin server sent, or nil if the problem does not contain it.
    ///
    /// A proxy may have changed the status code of the response.
    public var status: Int?

    /// A readable explanation of this occurrence of the problem, or nil if the server does not send one.
    public var detail: String?

    /// The URI that identifies this occurrence of the problem, or nil if the server does not send one.
    ///
    /// A relative reference is resolved as for ``type``.
    public var instance: String?

    /// All other members of the JSON object, keyed by name.
    ///
    /// The values have the same types as in `PayloadParser.dictionary`. A member is omitted if it contains a value that
    /// none of these types can hold, or if it takes the JSON beyond 100 nested levels. Beyond 512 levels, `JSONDecoder`
    /// reads nothing, so the error has no problem details.
    public var extensions: [String: any Sendable]

    /// The same as ``title``.
    public var reason: String? { title }

    /// Creates problem details, for example in a test.
    ///
    /// - Parameters:
    ///   - type: The URI that identifies the kind of problem. The default is `about:blank`.
    ///   - title: A summary of the kind of problem. The default is nil.
    ///   - status: The status code that the origin server sent. The default is nil.
    ///   - detail: An explanation of this occurrence. The default is nil.
    ///   - instance: The URI that identifies this occurrence. The default is nil.
    ///   - extensions: All other members. The default is none.
    public init(
        type: String = "about:blank",
        title: String? = nil,
        status: Int? = nil,
        detail: String? = nil,
        instance: String? = nil,
        extensions: [String: any Sendable] = [:]
    ) {
        self.type = type
        self.title = title
        self.status = status
        self.detail = detail
        self.instance = instance
        self.extensions = extensions
    }

    /// Reads the problem from the body of a response whose status is not accepted.
    ///
    /// - Parameters:
    ///   - response: The response. Relative references are resolved against its URL, or against the URL of its request
    ///     if the head has no URL.
    ///   - isAccepted: `true` if the status is accepted.
    ///   - decoder: The decoder of the controller. It is not used, because the names of the members are fixed.
    /// - Returns: The problem, or nil if the status is accepted or the body is not a JSON object.
    public static func serverError(in response: EndpointResponse, isAccepted: Bool, decoder: JSONDecoder) -> Self? {
        guard !isAccepted, var problem = try? JSONDecoder().decode(Self.self, from: response.body) else { return nil }
        let url = response.head.url ?? response.request.url
        problem.type = resolved(problem.type, relativeTo: url)
        problem.instance = problem.instance.map { resolved($0, relativeTo: url) }
        return problem
    }

    private static func resolved(_ reference: String, relativeTo url: URL?) -> String {
        if reference.isEmpty { return url.map { String($0.absoluteString.prefix { $0 != "#" }) } ?? "" }
        guard URL(string: reference)?.scheme == nil else { return reference }
        return (try? url?.resolving(reference))?.absoluteString ?? reference
    }
}

extension ProblemDetails: Decodable {
    /// Decodes problem details, for example from a member of another problem, without resolving relative references.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` if the value is not an object.
    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: JSONKey.self)
        func value<Value: Decodable>(_ name: String) -> Value? {
            try? object.decode(Value.self, forKey: JSONKey(stringValue: name))
        }
        self.init(
            type: value("type") ?? "about:blank", title: value("title"), status: value("status"),
            detail: value("detail"), instance: value("instance"))
        let members: Set = ["type", "title", "status", "detail", "instance"]
        for key in object.allKeys where !members.contains(key.stringValue) {
            extensions[key.stringValue] = try? object.decode(JSONValue.self, forKey: key).value
        }
    }
}

extension ProblemDetails: Equatable {
    /// Returns a Boolean value that indicates whether two problems have equal members.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.type == rhs.type && lhs.title == rhs.title && lhs.status == rhs.status && lhs.detail == rhs.detail
            && lhs.instance == rhs.instance && areEqual(lhs.extensions, rhs.extensions)
    }

    private static func areEqual(_ lhs: any Sendable, _ rhs: any Sendable) -> Bool {
        switch (lhs, rhs) {
        case (let lhs as [any Sendable], let rhs as [any Sendable]):
            lhs.count == rhs.count && zip(lhs, rhs).allSatisfy(areEqual)
        case (let lhs as [String: any Sendable], let rhs as [String: any Sendable]):
            lhs.count == rhs.count && lhs.allSatisfy { name, value in rhs[name].map { areEqual(value, $0) } ?? false }
        default: (lhs as? AnyHashable).map { $0 == rhs as? AnyHashable } ?? false
        }
    }
}
