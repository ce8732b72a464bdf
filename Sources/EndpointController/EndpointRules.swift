import EndpointTransports

/// The rules of a call, such as its time limit and the status codes that it accepts.
///
/// A rule that is nil is not set.
///
/// A controller has rules for all its calls, and an endpoint may have its own rules: see ``RulesProviderType``.
///
/// ```swift
/// let rules = EndpointRules(acceptedContentTypes: ["application/json"], timeout: .seconds(10))
/// let controller = EndpointController<APIError>(baseURL: staging, rules: rules)
/// ```
public struct EndpointRules: Sendable {
    /// The status codes that are accepted, such as `[200, 404]` or `Set(200..<400)`; 200 to 299 if not set.
    ///
    /// A redirect whose status is accepted is not followed.
    public var acceptedStatusCodes: Set<Int>?

    /// The media types that are accepted, such as `application/json`, `application/*+json`, `text/*` or `*/*`; any if
    /// not set.
    ///
    /// Parameters such as `charset` are ignored. The type is not checked if the body is empty; a stream or a download
    /// counts as empty only if the head of its response says so. Unless `*/*` is among the media types, a response with
    /// a body must name its content type; the rest of a file need not (206 in answer to `If-Range`).
    public var acceptedContentTypes: [String]?

    /// The time limit of a call; 60 seconds if not set.
    ///
    /// A week or more means no limit.
    ///
    /// For uploads, downloads and streams, this is an idle timeout, which restarts when a part of a body is sent or
    /// arrives. For any other call, it limits the time from the start of the call to the last byte of the response,
    /// including middleware and redirects. An endpoint that builds its request itself can also set the limit, as the
    /// `timeoutInterval` of the request. There, 60 seconds, the default of `URLRequest`, is ignored, and 0, infinity,
    /// and a week or more mean no limit.
    ///
    /// A call ends within 100 ms of its time if middleware and transport handle cancellation. Middleware that blocks
    /// its thread delays its call.
    public var timeout: Duration?

    /// The maximum number of bytes in a body, counted after its content codings are removed; 64 MiB if not set.
    ///
    /// Downloads and streams do not hold an accepted body in memory, so only the endpoint's own limit applies to it.
    public var responseSizeLimit: Int?

    /// A closure that throws an error to refuse a response whose status code and content type are accepted.
    ///
    /// For downloads and streams, the closure receives the response without its body.
    public var responseValidator: (@Sendable (EndpointResponse) throws -> Void)?

    /// Indicates whether failures stay out of notifications, events and logs; they do not if not set.
    public var failsSilently: Bool?

    /// Indicates whether sending the request several times has the same effect as sending it once.
    ///
    /// If not set, the method has to be idempotent (RFC 9110, section 9.2.2), or the request has to have a nonempty
    /// `Idempotency-Key`. In any case, the body must be readable again.
    public var isRepeatable: Bool?

    /// Indicates whether the path holds a secret, such as the key of a webhook; it does not if not set.
    ///
    /// If so, `DebugPrinter`, logs, traces and the texts of errors show the request's URL with `***` in place of the
    /// path. `curlCommand(hiding:)`, and your own errors, may still show it.
    public var hasSecretPath: Bool?

    /// Indicates whether the body holds a secret, such as a refresh token; it does not if not set.
    ///
    /// If so, a request with a body does not go to another origin, be it by a redirect, a link to a page or a URL to
    /// load from: that origin might get the secret, or answer in place of the server.
    public var hasSecretBody: Bool?

    /// The name of the endpoint in logs, metrics and traces; if not set, the name of the endpoint's type, without its
    /// wrappers.
    ///
    /// The name must not contain values, such as an identifier in the path: each name makes its own series of metrics.
    public var endpointName: String?

    /// The names of further header fields to send when a redirect or a link leads to another origin; case is ignored.
    ///
    /// You need not list fields whose names begin with `Accept-`, `Content-` or `If-`, or the usual fields without
    /// credentials. A field that middleware added is not sent, even if you list it.
    public var portableHeaderFields: Set<String>

    /// Creates rules; by default, no rule is set.
    public init(
        acceptedStatusCodes: Set<Int>? = nil,
        acceptedContentTypes: [String]? = nil,
        timeout: Duration? = nil,
        responseSizeLimit: Int? = nil,
        failsSilently: Bool? = nil,
        isRepeatable: Bool? = nil,
        hasSecretPath: Bool? = nil,
        hasSecretBody: Bool? = nil,
        endpointName: String? = nil,
        portableHeaderFields: Set<String> = [],
        responseValidator: (@Sendable (EndpointResponse) throws -> Void)? = nil
    ) {
        self.acceptedStatusCodes = acceptedStatusCodes
        self.acceptedContentTypes = acceptedContentTypes
        self.timeout = timeout
        self.responseSizeLimit = responseSizeLimit
        self.failsSilently = failsSilently
        self.isRepeatable = isRepeatable
        self.hasSecretPath = hasSecretPath
        self.hasSecretBody = hasSecretBody
        self.endpointName = endpointName
        self.portableHeaderFields = portableHeaderFields
        self.responseValidator = responseValidator
    }
}

extension Duration {
    /// The time limit that means no limit: a week.
    public static var unlimited: Duration { .seconds(604_800) }
}

extension EndpointRules {
    /// The time limit; nil for none.
    var timeLimit: Duration? {
        let limit = timeout ?? .seconds(60)
        return limit < .unlimited ? limit : nil
    }

    /// Indicates whether a status code is accepted: see ``acceptedStatusCodes``.
    ///
    /// - Parameter statusCode: The status code.
    /// - Returns: `true` if the code is among the accepted ones.
    public func accepts(_ statusCode: Int) -> Bool {
        acceptedStatusCodes?.contains(statusCode) ?? (200..<300).contains(statusCode)
    }

    /// Sets each rule that is set in other rules.
    mutating func merge(_ rules: EndpointRules) {
        acceptedStatusCodes = rules.acceptedStatusCodes ?? acceptedStatusCodes
        acceptedContentTypes = rules.acceptedContentTypes ?? acceptedContentTypes
        timeout = rules.timeout ?? timeout
        responseSizeLimit = rules.responseSizeLimit.map { max($0, 0) } ?? responseSizeLimit
        responseValidator = rules.responseValidator ?? responseValidator
        failsSilently = rules.failsSilently ?? failsSilently
        isRepeatable = rules.isRepeatable ?? isRepeatable
        hasSecretPath = rules.hasSecretPath ?? hasSecretPath
        hasSecretBody = rules.hasSecretBody ?? hasSecretBody
        endpointName = rules.endpointName ?? endpointName
        if !rules.portableHeaderFields.isEmpty { portableHeaderFields.formUnion(rules.portableHeaderFields) }
    }

    /// Sets the rules of an endpoint, from the inside out, so that wrappers take precedence.
    ///
    /// - Returns: The endpoint without its wrappers.
    mutating func merge(of endpoint: any RequestProviderType) -> any RequestProviderType {
        var innermost = endpoint
        // Checking the type takes much less time than a cast that fails.
        let type = type(of: endpoint)
        if type is any EndpointWrapper.Type,
            let base = (endpoint as? any EndpointWrapper)?.base as? any RequestProviderType
        {
            innermost = merge(of: base)
        }
        if type is any RulesProviderType.Type, let provider = endpoint as? any RulesProviderType {
            merge(provider.rules)
        }
        return innermost
    }
}
