import EndpointController
import Foundation

extension URLRequest {
    /// Returns the bytes of the body without consuming its stream.
    ///
    /// - Throws: `EndpointRequestError` if the body cannot be read; `StreamedElsewhere` for a stream that was not made
    ///   from an `HTTPBody`, because such a stream can be read only once.
    func peekedBody() throws -> Data {
        guard canBeReadAgain else { throw StreamedElsewhere() }
        return try readOut().httpBody ?? Data()
    }

    /// Returns a copy of the request with its whole body in `httpBody`.
    func readOut() throws -> URLRequest {
        guard let stream = httpBodyStream else { return self }
        var request = self
        // Reading consumes a stream that was not made from an `HTTPBody`, so nothing else may read that stream.
        nonisolated(unsafe) let unread = stream
        let body = try (endpointBody ?? .stream { unread }).data()
        request.httpBody = body
        return request
    }

    /// Returns a copy of the request with its body in `httpBody`, or without a body if the body is a stream that can be
    /// read only once.
    func readOutUnlessStreamedElsewhere() throws -> URLRequest {
        canBeReadAgain ? try readOut() : withoutStream
    }

    var withoutStream: URLRequest {
        var request = self
        request.httpBodyStream = nil
        return request
    }

    /// Reports the whole of `httpBody` as sent, unless `httpBody` is nil or empty.
    func reportUpload(to onUpload: ((EndpointProgress) -> Void)?) {
        guard let count = httpBody?.count, count > 0 else { return }
        onUpload?(EndpointProgress(completed: Int64(count), total: Int64(count)))
    }
}

/// The error for checking a body that only the transport may read, because its stream can be read only once.
struct StreamedElsewhere: _DescribedError {
    var description: String {
        "The body is a stream that can be read only once. Send the request over a StubTransport, and check the body in its calls."
    }
}
