public import EndpointController
import Foundation

extension EndpointController {
    /// Returns the elements of a response, parsed while the response arrives.
    ///
    /// ```swift
    /// for try await chunk in api.elements(of: Chat(prompt)) { print(chunk.text, terminator: "") }
    /// for try await entry in api.elements(of: API.log.streamed(by: ElementParser<LogEntry>.jsonLines)) { show(entry) }
    /// ```
    ///
    /// The endpoint builds its request immediately. If that fails, asking for the first element throws the error. Each
    /// loop makes its own call, which starts when the loop asks for its first element. The timeout is an idle timeout,
    /// and only the endpoint's own size limit applies to an accepted body: see `EndpointRules`. If you need the head
    /// of the response, call ``elementsWithResponse(of:)``.
    ///
    /// - Parameter endpoint: The endpoint.
    /// - Returns: A sequence of the elements, which throws `EndpointError`.
    public func elements<Endpoint: RequestProviderType & ElementsProviderType>(
        of endpoint: Endpoint
    ) -> EndpointElements<Endpoint.Element> {
        let parser = endpoint.elementParser
        let call = call(endpoint, accepting: parser.mediaType)
        return EndpointElements { [decoder] in
            ElementSource(reader(parser.streamParser(decoder)) { try await call.get().open().body })
        }
    }

    /// Sends the request of an endpoint, and returns the response and its elements, which are parsed while they arrive.
    ///
    /// ```swift
    /// let (chunks, response) = try await api.elementsWithResponse(of: Chat(prompt))
    /// log(response.headerField("X-Request-Id"))
    /// for try await chunk in chunks { print(chunk.text, terminator: "") }
    /// ```
    ///
    /// All loops over the elements belong to this call: a loop continues where an earlier one was left. Releasing the
    /// last copy of the elements cancels the request. The timeout and the size limit are those of ``elements(of:)``.
    ///
    /// - Parameter endpoint: The endpoint.
    /// - Returns: The elements, a sequence that throws `EndpointError`, and the response, whose body is empty.
    /// - Throws: `EndpointError` if no response arrives, or its status or content type is not accepted.
    public nonisolated(nonsending) func elementsWithResponse<Endpoint: RequestProviderType & ElementsProviderType>(
        of endpoint: Endpoint
    ) async throws(EndpointError<ServerError>) -> (
        elements: EndpointElements<Endpoint.Element>, response: EndpointResponse
    ) {
        let parser = endpoint.elementParser
        let (body, response) = try await call(endpoint, accepting: parser.mediaType).get().open()
        let source = ElementSource(reader(parser.streamParser(decoder)) { body })
        return (EndpointElements { source }, response)
    }

    /// Returns the server-sent events of an endpoint, and reconnects as needed (WHATWG HTML, section 9.2).
    ///
    /// ```swift
    /// for try await event in api.serverSentEvents(of: Notifications()) { show(event.data) }
    /// ```
    ///
    /// When a connection ends, times out or breaks, the request is sent again. If there is a last event ID, the request
    /// carries it in `Last-Event-ID`; an ID that a header field cannot carry is left out. The first delay is the time
    /// that the stream asked for with `retry`, at most a day; by default 3 seconds. While no event arrives, the delays
    /// grow exponentially, with random variation, up to the longer of a minute and the first delay.
    ///
    /// No delay is shorter than 100 ms, even if the stream asks for less. This minimum doubles with each delay after a
    /// connection that brought an event, up to a second. It is 100 ms again after a connection that lasted a second.
    ///
    /// The attempts continue until you leave the loop, its task is cancelled, or one of these happens:
    /// - The server answers 204, and that status is accepted: the sequence ends.
    /// - The status or the content type is not accepted: the sequence throws an error. Unless the endpoint specifies
    ///   others, only 200, 204 and `text/event-stream` are accepted.
    /// - The first attempt fails, or an error occurs that does not concern the connection, such as a line longer than
    ///   `limit`: the sequence throws the error.
    /// - A connection ends, times out or breaks, but the request must not be sent again: the sequence ends, or throws
    ///   the error that broke the connection. See `EndpointRules.isRepeatable`.
    ///
    /// An idle timeout shorter than the pauses of the server causes reconnections; the default is 60 seconds. See
    /// `EndpointRules.timeout`.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, which builds its request immediately. If that fails, asking for the first event
    ///     throws the error.
    ///   - lastEventID: The ``ServerSentEvent/id`` of the event to continue after; by default empty, for the endpoint's
    ///     own `Last-Event-ID`, if it has one.
    ///   - limit: The maximum number of bytes in a line and in the data of an event. The default is 1 MiB.
    ///   - clock: The clock that measures the time before a reconnection; by default `ContinuousClock`.
    /// - Returns: A sequence of the events, which throws `EndpointError`.
    public func serverSentEvents(
        of endpoint: some RequestProviderType,
        lastEventID: String = "",
        limit: Int = 1_048_576,
        clock: any Clock<Duration> = ContinuousClock()
    ) -> EndpointElements<ServerSentEvent> {
        let call = call(endpoint, accepting: "text/event-stream", [200, 204])
        let own = (try? call.get().request.value(forHTTPHeaderField: "Last-Event-ID")) ?? ""
        return EndpointElements {
            ElementSource(
                ReconnectingReader(
                    call: call, limit: limit, clock: clock, lastEventID: lastEventID.isEmpty ? own : lastEventID))
        }
    }

    /// Creates a call that asks for a media type and accepts only that, unless the endpoint specifies other types.
    private func call(
        _ endpoint: some RequestProviderType,
        accepting mediaType: String?,
        _ statusCodes: Set<Int>? = nil
    ) -> Result<EndpointCall<ServerError>, EndpointError<ServerError>> {
        Result { () throws(EndpointError<ServerError>) in
            let types = mediaType.map { [$0] }
            let rules = EndpointRules(acceptedStatusCodes: statusCodes, acceptedContentTypes: types)
            var call = try call(endpoint, rules: rules)
            if let mediaType, call.request.value(forHTTPHeaderField: "Accept") == nil {
                call.request.setValue(mediaType, forHTTPHeaderField: "Accept")
            }
            return call
        }
    }
}

/// Returns a reader of the elements of a body, which is opened when the first element is asked for.
private func reader<Parser: StreamParser>(
    _ parser: Parser,
    open: @escaping @Sendable () async throws -> OpenedBody
) -> any ElementReader<Parser.Element> {
    ResponseReader(parser: parser, open: open)
}
