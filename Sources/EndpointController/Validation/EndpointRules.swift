/// The rules that a response must satisfy, and the time limit of a call.
///
/// A controller has default rules for its endpoints. An endpoint that conforms to one of these protocols has its own
/// rule instead: ``AcceptedStatusCodesProviderType``, ``AcceptedContentTypesProviderType``, ``TimeoutProviderType``,
/// ``ResponseSizeLimitProviderType``, ``ResponseValidatorProviderType``.
///
/// ```swift
/// let rules = EndpointRules(acceptedContentTypes: ["application/json"], timeout: .seconds(10))
/// let controller = EndpointController<APIError>(baseURL: staging, rules: rules)
/// ```
public struct EndpointRules: Sendable {
    /// The status codes that are accepted.
    ///
    /// A redirect whose status is accepted is not followed.
    public var acceptedStatusCodes: Set<Int>

    /// The media types that are accepted, such as `application/json`, `text/*` or `*/*`.
    ///
    /// Parameters such as `charset` are ignored. The type is not checked if the body is empty; a stream or a download
    /// counts as empty only if the head of its response says so. Unless `*/*` is among the media types, a response with
    /// a body must name its content type.
    public var acceptedContentTypes: [String]

    /// The time limit of a call; nil for none.
    ///
    /// For uploads, downloads and streams, this is an idle timeout, which restarts when a part of a body is sent or
    /// arrives. For any other call, it limits the time from the start of the call to the last byte of the response,
    /// including middleware and redirects. An endpoint that builds its request itself can also set the limit, as the
    /// `timeoutInterval` of the request. There, 60 seconds, the default of `URLRequest`, is ignored, and 0, infinity,
    /// and a week or more mean no limit.
    public var timeout: Duration?

    /// The maximum number of bytes in a body, counted after its content codings are removed; nil for no limit.
    ///
    /// Downloads and streams do not hold an accepted body in memory, so only the endpoint's own limit applies to it.
    public var responseSizeLimit: Int?

    /// The endpoint's own limit, for bodies that are not held in memory; nil for none.
    var streamSizeLimit: Int?

    /// A closure that throws an error to refuse a response whose status code and content type are accepted; nil for no
    /// further check.
    ///
    /// For downloads and streams, the closure receives the response without its body.
    public var responseValidator: (@Sendable (EndpointResponse) throws -> Void)?

    /// Creates rules.
    ///
    /// - Parameters:
    ///   - acceptedStatusCodes: The status codes that are accepted; by default 200 to 299.
    ///   - acceptedContentTypes: The media types that are accepted; by default any.
    ///   - timeout: The time limit of a call, or nil for none; by default 60 seconds.
    ///   - responseSizeLimit: The maximum number of bytes in a body, or nil for no limit; by default 64 MiB.
    ///   - responseValidator: A closure that throws an error to refuse a response; by default nil.
    public init(
        acceptedStatusCodes: Set<Int> = Set(200..<300),
        acceptedContentTypes: [String] = ["*/*"],
        timeout: Duration? = .seconds(60),
        responseSizeLimit: Int? = 67_108_864,
        responseValidator: (@Sendable (EndpointResponse) throws -> Void)? = nil
    ) {
        self.acceptedStatusCodes = acceptedStatusCodes
        self.acceptedContentTypes = acceptedContentTypes
        self.timeout = timeout
        self.responseSizeLimit = responseSizeLimit
        self.responseValidator = responseValidator
    }
}
