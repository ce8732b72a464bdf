public import EndpointTransports
public import Foundation

/// A call that you can send as often as you like, also to other URLs: an endpoint's request, with the base URL and the
/// rules at the time when ``EndpointController/call(_:rules:)`` made it.
///
/// For example, it loads a list whose pages are linked in a special way:
///
/// ```swift
/// let call = try api.call(ListUsers())
/// var list = try await call.load(PayloadParser<UserList>.json)
/// while let next = list.next {
///     list = try await call.load(PayloadParser<UserList>.json, from: next)
/// }
/// ```
///
/// Its `description` has the method, and the URL without its query values and without a secret path.
public struct EndpointCall<ServerError: EndpointServerError>: Sendable {
    private let pipeline: Pipeline<ServerError>
    private(set) var call: Call

    init(_ call: Call, _ pipeline: Pipeline<ServerError>) {
        self.call = call
        self.pipeline = pipeline
    }

    /// The request before any middleware changes it.
    ///
    /// You can set further header fields. Its `timeoutInterval` follows ``rules``: set ``EndpointRules/timeout`` there.
    /// To send the call to another URL, pass that URL to a method instead of setting it here: only then do credentials
    /// stay at their origin.
    public var request: URLRequest {
        get { call.request }
        set { call = call.with(newValue) }
    }

    /// The rules: the endpoint's own, otherwise those that were passed to ``EndpointController/call(_:rules:)``,
    /// otherwise the controller's.
    ///
    /// ``EndpointRules/responseSizeLimit`` is not the controller's, because that applies only to bodies in memory.
    public var rules: EndpointRules {
        get { call.rules }
        set { call = call.with(rules: newValue) }
    }

    /// A Boolean value that indicates whether the request may be sent more than once: see
    /// ``EndpointNext/isRepeatable(_:)``.
    public var isRepeatable: Bool { request.isRepeatable(rules) }

    /// The call without a response, for an ``EndpointError`` that you throw about it.
    public var unanswered: EndpointUnansweredCall { EndpointUnansweredCall(call) }

    /// Sends the request and parses the response.
    ///
    /// - Parameters:
    ///   - parser: The parser of the payload.
    ///   - url: The URL to load from, as for ``EndpointController/load(_:from:)``; by default nil, for the request's.
    ///   - onUpload: A closure that receives the progress of the upload and must return at once. With a closure, the
    ///     timeout is an idle timeout; by default nil.
    /// - Returns: The payload.
    /// - Throws: ``EndpointError``.
    public nonisolated(nonsending) func load<Payload>(
        _ parser: PayloadParser<Payload>,
        from url: URL? = nil,
        onUpload: (@Sendable (EndpointProgress) -> Void)? = nil
    ) async throws(EndpointError<ServerError>) -> Payload {
        try await pipeline.payload(try call(from: url), parser, onUpload: onUpload)
    }

    /// Sends the request and returns an accepted response, whose body you read as it arrives.
    ///
    /// - Parameter url: The URL to load from, as for ``EndpointController/load(_:from:)``; by default nil, for the
    ///   request's.
    /// - Returns: The response: see ``EndpointController/stream(_:from:)``.
    /// - Throws: ``EndpointError``.
    public nonisolated(nonsending) func stream(
        from url: URL? = nil
    ) async throws(EndpointError<ServerError>) -> EndpointStreamedResponse {
        try await pipeline.stream(try call(from: url))
    }

    private func call(from url: URL?) throws(EndpointError<ServerError>) -> Call {
        guard let url else { return call }
        var request = request
        do {
            try request.retarget(to: url, of: call)
        } catch {
            throw .invalidRequest(unanswered, error)
        }
        return call.with(request)
    }
}

extension EndpointCall: _OpaqueType {
    public var description: String { "EndpointCall(\(request.outline(hidingPath: rules.hasSecretPath == true)))" }
}
