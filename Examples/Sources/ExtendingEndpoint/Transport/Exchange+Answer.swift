import EndpointController
import Foundation

extension Exchange {
    /// Sends the request and passes on the response.
    ///
    /// - Returns: `false` if a reused connection turned out to be closed, and the request may be sent again.
    func isAnswered(over connection: Connection, isReused: Bool) throws(EndpointTransportError) -> Bool {
        guard use(connection) else { throw .cancelled }
        // A server that does not read the whole body may still have sent a response.
        let isSent = try writer.write(to: connection)
        let request = writer.request
        var bytes = ByteReader(connection)
        let (head, isPersistent): (EndpointResponseHead, Bool)
        let body: BodyReader
        do {
            (head, isPersistent) = try bytes.readHead(to: request.urlRequest)
            body = try BodyReader(bytes, of: head, method: request.urlRequest.httpMethod)
        } catch {
            if isReused, request.canBeSentAgain, !bytes.hasReceived { return false }
            throw .notResponding(error)
        }
        channel.send(head)
        let isReusable = try deliver(body, isGzip: head.headerField("Content-Encoding")?.lowercased() == "gzip")
        if use(nil), isSent, isPersistent, isReusable { pool.keep(connection, for: writer.origin) }
        channel.finish()
        return true
    }

    /// Passes on a body as it arrives; returns whether the connection can carry another response.
    private func deliver(_ body: BodyReader, isGzip: Bool) throws(EndpointTransportError) -> Bool {
        var body = body
        do {
            if isGzip {
                try GzipDecoder({ () throws(SocketError) in try body.next() }, deliver).decode()
            } else {
                while let part = try body.next() { deliver(part) }
            }
            return body.isAtEndOfMessage
        } catch {
            throw .truncated(error)
        }
    }

    /// Passes on bytes, and waits for the reader if many have not been read.
    private func deliver(_ bytes: Data) {
        if channel.send(bytes) { return }
        let isDrained = DispatchSemaphore(value: 0)
        channel.whenDrained { isDrained.signal() }
        isDrained.wait()
    }
}
