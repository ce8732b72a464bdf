public import Foundation

extension HTTPBody {
    /// The number of bytes, or nil for a stream of unknown length.
    ///
    /// - Throws: ``EndpointRequestError`` if the body could not be made, a file cannot be sent, the length given for a
    ///   stream is negative, or the sum of the lengths exceeds `Int64.max`.
    public var contentLength: Int64? {
        get throws(EndpointRequestError) {
            var sum: Int64 = 0
            for piece in try pieces {
                guard let length = try piece.length else { return nil }
                let (total, isTooLong) = sum.addingReportingOverflow(length)
                if isTooLong {
                    throw .unreadableStream(BodyPiece.unreadable("It has more than \(Int64.max) bytes."))
                }
                sum = total
            }
            return sum
        }
    }

    /// Makes a stream that delivers the body from its start, without holding a whole file in memory.
    ///
    /// - Returns: A stream that is not yet opened.
    /// - Throws: ``EndpointRequestError`` if the body could not be made, a file cannot be sent, or the length given for
    ///   a stream is negative. If reading the body fails later, the stream ends early on Apple platforms, and has a
    ///   `streamError` on all other platforms.
    public func makeInputStream() throws(EndpointRequestError) -> InputStream {
        switch content {
        case .data(let data): InputStream(data: data)
        case .pieces(let pieces): try BodyInputStream.make(pieces, body: self)
        case .failure(let error): throw error
        }
    }

    /// Returns the whole body in memory.
    ///
    /// - Returns: The bytes as they are sent.
    /// - Throws: ``EndpointRequestError`` if the body could not be made or cannot be read.
    public func data() throws(EndpointRequestError) -> Data {
        if case .data(let data) = content { return data }
        let reader = try BodyReader(pieces)
        return try reader.readAll() ?? Data()
    }

    var pieces: [BodyPiece] {
        get throws(EndpointRequestError) {
            switch content {
            case .data(let data): [.data(data)]
            case .pieces(let pieces): pieces
            case .failure(let error): throw error
            }
        }
    }

    /// Sets the body of a request; on Apple platforms, a stream of known length also gets a `Content-Length`.
    func attach(
        to request: inout URLRequest,
        headerFields: inout [String: String]
    ) throws(EndpointRequestError) {
        switch content {
        case .data(let data):
            request.httpBody = data
        case .pieces, .failure:
            request.httpBodyStream = try makeInputStream()
            guard let length = try contentLength, BodyInputStream.announcesLength else { return }
            HeaderFields.add("Content-Length", String(length), to: &headerFields)
        }
    }
}

extension URLRequest {
    /// The body of this request, which can be read from its start any number of times: its data, or the ``HTTPBody``
    /// that its stream was made from.
    ///
    /// Nil for a request without a body, and for a request with any other stream: reading that stream would consume
    /// bytes that the transport needs.
    public var endpointBody: HTTPBody? {
        if let httpBody { return .data(httpBody) }
        return httpBodyStream.flatMap(BodyInputStream.body)
    }

    /// A Boolean value that indicates whether the body can be read again; false only for a stream that was not made
    /// from an ``HTTPBody``.
    public var canBeReadAgain: Bool { httpBodyStream == nil || endpointBody != nil }
}

extension InputStream {
    /// The error that ended the body of this stream early; nil if there was no error, or if the stream was not made
    /// from an ``HTTPBody``.
    ///
    /// On Apple platforms, such a stream ends as if it were complete. So a transport that reads one must look at this
    /// property at its end, and must not send the end of the body if there is an error.
    public var bodyFailure: EndpointRequestError? { BodyInputStream.failure(of: self) }

    /// Calls a closure once if the body of this stream cannot be read to its end, unless the stream reports the error.
    ///
    /// When the closure is called, the stream may never end, so the closure has to stop the reader of the stream.
    package func onBodyFailure(_ report: @escaping @Sendable (EndpointRequestError) -> Void) {
        BodyInputStream.onFailure(of: self, report)
    }
}
