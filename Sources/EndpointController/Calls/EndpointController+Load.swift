public import EndpointTransports
package import Foundation

extension EndpointController {
    /// Loads an endpoint and parses the response as the endpoint's payload.
    ///
    /// ```swift
    /// let user = try await api.load(GetUser(id: 867))
    /// let users = try await api.load(API.users.parsed(as: [User].self))
    /// ```
    ///
    /// An endpoint that does not name its payload gets one from `parsed(as:)` or `parsed(by:)`.
    ///
    /// If the task is cancelled before the response has arrived, the call ends with ``EndpointError/cancelled`` as soon
    /// as its middleware and transport have handled the cancellation. The task-local values of the caller reach the
    /// middleware.
    ///
    /// - Parameter endpoint: The endpoint.
    /// - Returns: The payload.
    /// - Throws: ``EndpointError``.
    public nonisolated(nonsending) func load<Endpoint: RequestProviderType & PayloadProviderType>(
        _ endpoint: Endpoint
    ) async throws(EndpointError<ServerError>) -> Endpoint.Payload {
        try await pipeline.payload(try call(endpoint), endpoint.parser)
    }

    /// Loads an endpoint and returns its payload together with the response that the payload was parsed from.
    ///
    /// ```swift
    /// let (users, response) = try await api.loadWithResponse(ListUsers())
    /// print(response.headerField("X-RateLimit-Remaining") ?? "")
    /// ```
    ///
    /// - Parameter endpoint: The endpoint.
    /// - Returns: The payload and the response.
    /// - Throws: ``EndpointError``.
    public nonisolated(nonsending) func loadWithResponse<Endpoint: RequestProviderType & PayloadProviderType>(
        _ endpoint: Endpoint
    ) async throws(EndpointError<ServerError>) -> (payload: Endpoint.Payload, response: EndpointResponse) {
        try await pipeline.payload(try call(endpoint), endpoint.parser.map { (payload: $0, response: $1) })
    }
}

extension EndpointController {
    /// Builds the request of an endpoint, and returns it with a closure that loads the endpoint from any URL.
    ///
    /// This is the seam of EndpointPaging. A walk through pages needs two facts that only a call has: the base URL at
    /// the time when the walk began, which decides where middleware sends credentials, and the rules, which decide what
    /// header fields a URL of another origin receives. The endpoint is read here, where the caller is, and not later.
    package func loader<Endpoint: RequestProviderType & PayloadProviderType>(
        of endpoint: Endpoint
    ) throws(EndpointError<ServerError>) -> (
        request: URLRequest,
        load: @Sendable (URL) async throws(EndpointError<ServerError>) -> (Endpoint.Payload, EndpointResponse)
    ) {
        let call = try call(endpoint)
        let parser = endpoint.parser.map { ($0, $1) }
        return (
            call.request,
            { [pipeline] url async throws(EndpointError<ServerError>) in
                var request = call.request
                do {
                    try request.retarget(to: url, of: call)
                } catch {
                    throw .invalidRequest(error)
                }
                return try await pipeline.payload(call.with(request), parser)
            }
        )
    }
}
