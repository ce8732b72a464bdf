public import Foundation

extension EndpointResponseBody {
    /// Returns the lines of the body, as bytes.
    ///
    /// Each LF ends a line and is not part of it; a CR before the LF is part of the line. A last line without an LF is
    /// delivered only if the whole body has arrived.
    ///
    /// ```swift
    /// for try await line in response.body.lines() { print(String(decoding: line, as: UTF8.self)) }
    /// ```
    ///
    /// - Parameter limit: The maximum number of bytes in a line. The default is 1 MiB. For a longer line, the
    ///   sequence throws ``EndpointElementError/tooLong(line:limit:)``.
    /// - Returns: A sequence of the lines. To continue after you leave a loop, loop over the same sequence again.
    public func lines(limit: Int = 1_048_576) -> EndpointElements<Data> {
        elements(LineParser(limit: limit))
    }

    /// Returns the server-sent events of the body (WHATWG HTML, section 9.2).
    ///
    /// The body is read as UTF-8, even if its content type names another charset. An event that is not finished when
    /// the body ends is dropped, as the standard requires.
    ///
    /// - Parameter limit: The maximum number of bytes in a line and in the data of an event. The default is 1 MiB. For
    ///   a longer line or longer data, the sequence throws ``EndpointElementError/tooLong(line:limit:)``.
    /// - Returns: A sequence of the events. To continue after you leave a loop, loop over the same sequence again.
    public func serverSentEvents(limit: Int = 1_048_576) -> EndpointElements<ServerSentEvent> {
        elements(ServerSentEventParser(limit: limit))
    }

    private func elements<Parser: StreamParser>(_ parser: Parser) -> EndpointElements<Parser.Element> {
        let source = ElementSource(ResponseReader(parser: parser) { OpenedBody(body: self) })
        return EndpointElements { source }
    }
}
