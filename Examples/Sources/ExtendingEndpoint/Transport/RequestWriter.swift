import EndpointController
import Foundation

/// Writes a request, from its start each time.
struct RequestWriter: Sendable {
    let request: OutgoingRequest
    let origin: Origin
    private let onUpload: (@Sendable (EndpointProgress) -> Void)?

    init(_ request: OutgoingRequest, _ origin: Origin, _ onUpload: (@Sendable (EndpointProgress) -> Void)?) {
        (self.request, self.origin, self.onUpload) = (request, origin, onUpload)
    }

    /// Returns `false` if the connection ended before the whole request was sent.
    func write(to connection: Connection) throws(EndpointTransportError) -> Bool {
        do {
            let stream = try request.body?.makeInputStream() ?? request.urlRequest.httpBodyStream
            guard connection.transmit(request.head(host: origin.authority).utf8) else { return false }
            return try stream.map { try write($0, to: connection) } ?? true
        } catch {
            throw .invalidRequest(error)
        }
    }

    private func write(_ stream: InputStream, to connection: Connection) throws -> Bool {
        stream.open()
        defer { stream.close() }
        let length = request.bodyLength
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var sent: Int64 = 0
        while true {
            let wanted = length.map { Int(min($0 - sent, 65_536)) } ?? 65_536
            let count = wanted == 0 ? 0 : stream.read(&buffer, maxLength: wanted)
            if let error = stream.bodyFailure { throw error }
            if count < 0 {
                // On Linux, reading the error of a stream without an error may end the process.
                throw (stream.streamStatus == .error ? stream.streamError : nil) ?? CocoaError(.fileReadUnknown)
            }
            if count == 0, let length, sent < length {
                throw EndpointRequestError.bodyTooShort(expected: length, actual: sent)
            }
            var part = buffer[..<count]
            if length == nil { part = "\(String(count, radix: 16))\r\n".utf8 + part + "\r\n".utf8 }
            guard connection.transmit(part) else { return false }
            if count == 0 { return true }
            sent += Int64(count)
            onUpload?(EndpointProgress(completed: sent, total: length))
        }
    }
}
