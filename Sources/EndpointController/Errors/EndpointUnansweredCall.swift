public import EndpointTransports
import Foundation

/// A call that ended without a response.
public final class EndpointUnansweredCall: Sendable {
    /// The request before any middleware changed it; nil if the endpoint could not make it.
    public let request: URLRequest?

    /// An error with which a middleware explains the end of the call, such as where it waited: see
    /// ``EndpointNext/explanation``; nil if none does.
    public let explanation: (any Error)?

    /// The type of the middleware that threw the error; nil for an error of the transport.
    public let middleware: (any EndpointMiddleware.Type)?

    /// The type of the endpoint without its wrappers, for a call without a request.
    private let endpoint: Any.Type?
    private let hasSecretPath: Bool

    private init(
        _ request: URLRequest?,
        of endpoint: Any.Type? = nil,
        hasSecretPath: Bool = false,
        _ explanation: (any Error)? = nil,
        _ middleware: (any EndpointMiddleware.Type)? = nil
    ) {
        self.request = request
        self.endpoint = endpoint
        self.hasSecretPath = hasSecretPath
        self.explanation = explanation
        self.middleware = middleware
    }

    /// Creates a value for an error that you throw in a test.
    ///
    /// - Parameter request: The request; by default nil.
    public convenience init(request: URLRequest? = nil) {
        self.init(request, of: nil)
    }

    /// Creates a value for an endpoint that cannot make a request.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - rules: The rules of the controller.
    ///   - given: The rules of the caller, which take precedence.
    convenience init(endpoint: any RequestProviderType, _ rules: EndpointRules, given: EndpointRules = EndpointRules())
    {
        var rules = rules
        rules.merge(given)
        let innermost = rules.merge(of: endpoint)
        self.init(nil, of: type(of: innermost), hasSecretPath: rules.hasSecretPath == true)
    }

    convenience init(_ call: Call, _ notes: CallNotes? = nil, after error: (any Error)? = nil) {
        self.init(
            call.request, hasSecretPath: call.rules.hasSecretPath == true, notes?.explanation,
            error.flatMap { notes?.thrower(of: $0) })
    }

    /// Indicates whether the text of an error may show a secret path.
    func hidesText(of error: any Error) -> Bool {
        guard hasSecretPath else { return false }
        return switch error {
        case EndpointRequestError.baseURLWithoutTrailingSlash, EndpointRequestError.incompleteURL,
            EndpointRequestError.invalidURL, EndpointRequestError.invalidPort,
            EndpointRequestError.invalidRelativeURLString, EndpointRequestError.relativeURLStringWithSchemeOrHost,
            EndpointRequestError.relativeURLStringWithLeadingSlash, EndpointRequestError.unsafePathSegment:
            true
        default: error is EndpointRedirectError
        }
    }
}

extension EndpointUnansweredCall: _OpaqueType {
    /// The method, and the URL without its fragment and query values; without a request, the type of the endpoint.
    public var description: String {
        request?.outline(hidingPath: hasSecretPath) ?? endpoint.map { "\($0)" } ?? "a call"
    }
}
