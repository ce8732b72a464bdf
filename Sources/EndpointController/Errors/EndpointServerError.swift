public import Foundation

/// An error as a server describes it in the body of its response.
///
/// Declare a type with the members that the server sends:
///
/// ```swift
/// struct APIError: EndpointServerError {
///     var reason: String?
///     var code: Int?
/// }
///
/// let api = EndpointController<APIError>(baseURL: Server.staging)
/// ```
///
/// Declare `error`, `reason` and `detail` as `String?`, even if the server always sends them. A property of another
/// type does not satisfy this protocol, so error descriptions do not show it. ``EndpointDefaultServerError``
/// reads the usual shapes of error bodies.
///
/// ## An error with a status of 200
///
/// Some servers answer with status 200 and say in the body that the call failed. For such a server, implement
/// ``serverError(in:isAccepted:decoder:)``:
///
/// ```swift
/// struct SlackError: EndpointServerError {
///     var ok: Bool
///     var error: String?
///
///     static func serverError(in response: EndpointResponse, isAccepted: Bool, decoder: JSONDecoder) -> SlackError? {
///         let answer = try? decoder.decode(SlackError.self, from: response.body)
///         return answer?.ok == false ? answer : nil
///     }
/// }
/// ```
public protocol EndpointServerError: Decodable, Equatable, Sendable {
    /// The kind of error, in a word or two; nil if the server does not name it.
    var error: String? { get }

    /// The reason for the error; nil if the server does not give it.
    var reason: String? { get }

    /// Further details; nil if the server does not give any.
    var detail: String? { get }

    /// Reads the error from a response.
    ///
    /// The default implementation decodes the body as JSON if the status is not accepted. It returns nil if the status
    /// is accepted or the body cannot be decoded.
    ///
    /// - Parameters:
    ///   - response: The response, whose body has arrived whole.
    ///   - isAccepted: `true` if the status is accepted. If you return an error for an accepted status, the call throws
    ///     ``EndpointError/reportedFailure(_:_:)``. Streams and downloads call this method only if the status is not
    ///     accepted.
    ///   - decoder: The decoder of the controller. If errors need other settings, use your own decoder.
    /// - Returns: The error, or nil if the response does not contain one.
    static func serverError(in response: EndpointResponse, isAccepted: Bool, decoder: JSONDecoder) -> Self?
}

extension EndpointServerError {
    /// nil, for servers that do not name the kind of an error.
    public var error: String? { nil }

    /// nil, for servers that do not give a reason.
    public var reason: String? { nil }

    /// nil, for servers that do not give details.
    public var detail: String? { nil }

    /// Decodes the body as JSON if the status is not accepted, and returns nil otherwise.
    ///
    /// - Parameters:
    ///   - response: The response, whose body has arrived whole.
    ///   - isAccepted: `true` if the status is accepted.
    ///   - decoder: The decoder of the controller.
    /// - Returns: The error, or nil if the status is accepted or the body cannot be decoded.
    public static func serverError(in response: EndpointResponse, isAccepted: Bool, decoder: JSONDecoder) -> Self? {
        isAccepted ? nil : try? decoder.decode(Self.self, from: response.body)
    }
}
