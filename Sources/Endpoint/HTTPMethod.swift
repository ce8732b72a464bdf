/// The method of an HTTP request (RFC 9110, section 9).
///
/// The common methods are static properties. Write any other method as a string literal:
///
/// ```swift
/// let purge: HTTPMethod = "PURGE"
/// ```
///
/// Methods are case-sensitive (RFC 9110, section 9.1). They are sent as they are written, except that `URLRequest`
/// turns common names such as `get` and `post` into upper case. A name that is not an HTTP token makes building the
/// request throw ``EndpointRequestError/invalidMethod(_:)``.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
    /// The name of the method, such as `GET`.
    public let rawValue: String

    /// Creates a method with a name.
    ///
    /// - Parameter rawValue: The name of the method, an HTTP token (RFC 9110, section 5.6.2).
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// `GET`: transfers the current representation of the target (RFC 9110, section 9.3.1).
    public static var get: HTTPMethod { HTTPMethod(rawValue: "GET") }

    /// `HEAD`: like `GET`, but without the content of the response (RFC 9110, section 9.3.2).
    public static var head: HTTPMethod { HTTPMethod(rawValue: "HEAD") }

    /// `POST`: asks the target to process the content of the request (RFC 9110, section 9.3.3).
    public static var post: HTTPMethod { HTTPMethod(rawValue: "POST") }

    /// `PUT`: creates the target, or replaces its state, with the content of the request (RFC 9110, section 9.3.4).
    public static var put: HTTPMethod { HTTPMethod(rawValue: "PUT") }

    /// `DELETE`: removes the target (RFC 9110, section 9.3.5).
    public static var delete: HTTPMethod { HTTPMethod(rawValue: "DELETE") }

    /// `CONNECT`: opens a tunnel to the target (RFC 9110, section 9.3.6).
    public static var connect: HTTPMethod { HTTPMethod(rawValue: "CONNECT") }

    /// `OPTIONS`: asks how to communicate with the target (RFC 9110, section 9.3.7).
    public static var options: HTTPMethod { HTTPMethod(rawValue: "OPTIONS") }

    /// `TRACE`: asks for the request as the server received it (RFC 9110, section 9.3.8).
    public static var trace: HTTPMethod { HTTPMethod(rawValue: "TRACE") }

    /// `PATCH`: applies a partial modification to the target (RFC 5789).
    public static var patch: HTTPMethod { HTTPMethod(rawValue: "PATCH") }

    /// `QUERY`: asks the target to process the content of the request, safely and idempotently (RFC 10008).
    public static var query: HTTPMethod { HTTPMethod(rawValue: "QUERY") }
}

extension HTTPMethod {
    /// A Boolean value that indicates whether the method is defined to be read-only (RFC 9110, section 9.2.1).
    ///
    /// True for `GET`, `HEAD`, `OPTIONS`, `TRACE` and `QUERY`; false for every other method, unknown ones included.
    public var isSafe: Bool {
        switch self {
        case .get, .head, .options, .trace, .query: true
        default: false
        }
    }

    /// A Boolean value that indicates whether sending the same request several times has the same effect as sending it
    /// once (RFC 9110, section 9.2.2).
    ///
    /// True for `PUT`, `DELETE` and the safe methods; false for every other method, unknown ones included.
    public var isIdempotent: Bool {
        switch self {
        case .put, .delete: true
        default: isSafe
        }
    }

    /// A Boolean value that indicates whether a body is refused: `true` for `GET`, `HEAD` and `TRACE`, regardless of
    /// case, because `URLRequest` turns some names into upper case.
    package var refusesBody: Bool {
        ["GET", "HEAD", "TRACE"].contains { rawValue.equalsIgnoringASCIICase($0) }
    }
}

extension HTTPMethod: ExpressibleByStringLiteral {
    /// Creates a method from a string literal.
    ///
    /// - Parameter value: The name of the method, an HTTP token (RFC 9110, section 5.6.2).
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }
}

extension HTTPMethod: CustomStringConvertible {
    /// The name of the method.
    public var description: String { rawValue }
}
