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
/// Declare `error`, `reason` and `detail` as `String?` or `String`, stored or computed. Error descriptions do not show
/// a property of another type, unless the type conforms to ``ServerErrorText``. ``EndpointDefaultServerError`` reads
/// the usual shapes of error bodies.
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
public protocol EndpointServerError: Error, Decodable, Equatable {
    /// The kind of error, in a word or two; nil if the server does not name it.
    var error: ErrorText { get }

    /// The reason for the error; nil if the server does not give it.
    var reason: ReasonText { get }

    /// Further details; nil if the server does not give any.
    var detail: DetailText { get }

    /// The type of the kind: `String` or `String?`.
    associatedtype ErrorText: ServerErrorText = String?

    /// The type of the reason: `String` or `String?`.
    associatedtype ReasonText: ServerErrorText = String?

    /// The type of the details: `String` or `String?`.
    associatedtype DetailText: ServerErrorText = String?

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

/// The type of a text in a server error: `String`, `String?`, or a type of your own, such as an enum of codes.
public protocol ServerErrorText {
    /// The text, or nil for none.
    var serverErrorText: String? { get }
}

extension String: ServerErrorText {
    /// The text itself.
    public var serverErrorText: String? { self }
}

extension Optional: ServerErrorText where Wrapped: ServerErrorText {
    /// The text, or nil for none.
    public var serverErrorText: String? { self?.serverErrorText }
}

// The constraints keep generic code from choosing these properties instead of the requirements.

extension EndpointServerError where ErrorText == String? {
    /// nil, for servers that do not name the kind of an error.
    public var error: String? { nil }
}

extension EndpointServerError where ReasonText == String? {
    /// nil, for servers that do not give a reason.
    public var reason: String? { nil }
}

extension EndpointServerError where DetailText == String? {
    /// nil, for servers that do not give details.
    public var detail: String? { nil }
}

extension EndpointServerError {
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
