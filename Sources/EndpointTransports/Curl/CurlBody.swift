#if os(Linux)
import Dispatch
import EndpointSupport
import Foundation

/// The body of a request while it is sent.
final class CurlBody {
    enum Part {
        /// The number of bytes; 0 at the end of the body.
        case bytes(Int)
        /// No byte is available yet.
        case none
    }

    /// The number of bytes, or nil if it is unknown.
    let length: Int64?
    private let data: Data
    private let stream: BodyThread?
    private(set) var sent: Int64 = 0
    /// A Boolean value that indicates whether all bytes were taken.
    private(set) var isAtEnd: Bool

    /// Creates the body of a request, from its start; nil if the request has none.
    ///
    /// `onBytes` is called on another thread when bytes are available again.
    init?(_ request: URLRequest, onBytes: @escaping @Sendable () -> Void) throws {
        let stream = try request.httpBodyStream.map { try request.endpointBody?.makeInputStream() ?? $0 }
        data = request.httpBody ?? Data()
        // These methods need a `Content-Length` (RFC 9110, section 8.6).
        let needsLength = ["POST", "PUT", "PATCH"].contains(request.httpMethod)
        guard !data.isEmpty || stream != nil || needsLength else { return nil }
        self.stream = stream.map { BodyThread($0, onBytes) }
        length = request.bodyLength
        isAtEnd = length == 0
    }

    deinit { stream?.stop() }

    /// Takes the next bytes.
    ///
    /// - Throws: The error of the stream, or `UnsendableRequest` if the body does not have its stated length.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Part {
        let count: Int
        if let stream {
            guard let number = try stream.read(into: buffer) else { return .none }
            count = number
            if let length, count == 0 ? sent < length : sent + Int64(count) > length {
                throw UnsendableRequest.contentLength("\(length)", bodyHas: count == 0 ? "\(sent)" : "more")
            }
        } else {
            let start = data.startIndex + Int(sent)
            count = data.copyBytes(to: buffer, from: start..<min(start + buffer.count, data.endIndex))
        }
        sent += Int64(count)
        isAtEnd = count == 0 || sent == length
        return .bytes(count)
    }
}

/// A thread that reads a stream, because reading may block.
///
/// `@unchecked Sendable`: only the thread uses the stream.
private final class BodyThread: @unchecked Sendable {
    private struct State {
        var bytes = Data()
        var end: Result<Void, any Error>?
        var isStopped = false
        var isAwaited = false
        var hasBegun = false
    }

    private static let partSize = 65_536
    /// The number of bytes that are read ahead.
    private static let limit = 262_144

    private let stream: InputStream
    private let onBytes: @Sendable () -> Void
    private let state = Locked(State())
    private let turns = DispatchSemaphore(value: 0)

    init(_ stream: InputStream, _ onBytes: @escaping @Sendable () -> Void) {
        self.stream = stream
        self.onBytes = onBytes
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        turns.signal()
    }

    /// Takes the next bytes; returns 0 at the end, and nil if no byte is available yet.
    ///
    /// The first call starts the thread: a stream that cannot be read again must not be touched before it is needed.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int? {
        let isFirst = state.withLock { state in
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
        if isFirst { Thread.detachNewThread { self.run() } }
        let count = try state.withLock { state -> Int? in
            if state.bytes.isEmpty {
                if let end = state.end { return try end.map { 0 }.get() }
                state.isAwaited = true
                return nil
            }
            let part = state.bytes.prefix(buffer.count)
            part.copyBytes(to: buffer)
            state.bytes.removeFirst(part.count)
            return part.count
        }
        turns.signal()
        return count
    }

    private func run() {
        stream.open()
        defer { stream.close() }
        var buffer = [UInt8](repeating: 0, count: Self.partSize)
        while state.withLock({ !$0.isStopped && $0.end == nil }) {
            let count = stream.read(&buffer, maxLength: buffer.count)
            // Asking a stream without an error for its error would end the process.
            let error = stream.streamStatus == .error ? stream.streamError : nil
            let isAwaited = state.withLock { state in
                if count > 0 { state.bytes.append(contentsOf: buffer[..<count]) }
                if count == 0 { state.end = .success(()) }
                if count < 0 { state.end = .failure(error ?? CocoaError(.fileReadUnknown)) }
                defer { state.isAwaited = false }
                return state.isAwaited && !state.isStopped
            }
            if isAwaited { onBytes() }
            while state.withLock({ !$0.isStopped && $0.bytes.count > Self.limit }) { turns.wait() }
        }
    }
}
#endif
