import Endpoint
import Foundation

/// One request under way and the response to it: where the delegate of the session puts what arrives, and where the
/// caller waits for it.
///
/// `@unchecked Sendable`: all that changes is touched with `condition` locked.
final class Exchange: @unchecked Sendable {
    /// The length of the request's body, if it is known.
    private let bodyLength: Int64?
    private let onUpload: (@Sendable (EndpointProgress) -> Void)?

    private let condition = AsyncCondition()
    private var bodyFile: TemporaryFile?
    private var head: EndpointResponseHead?
    private var buffer = BodyBuffer()
    /// How the exchange ended, once it has.
    private var outcome: Result<Void, EndpointTransportError>?
    /// What has come since nobody waits any more.
    private var unwanted: UnwantedBody?
    private var onAbandon: (@Sendable () -> Void)?

    init(bodyLength: Int64?, onUpload: (@Sendable (EndpointProgress) -> Void)?) {
        self.bodyLength = bodyLength
        self.onUpload = onUpload
    }

    // MARK: For the caller

    /// Waits for the head of the response.
    func receiveHead() async throws(EndpointTransportError) -> EndpointResponseHead {
        try await wait { () throws(EndpointTransportError) in
            if let head { return head }
            if case .failure(let error) = outcome { throw error }
            return nil
        }
    }

    /// Waits for a chunk of the body; nil at its end.
    func receiveChunk() async throws(EndpointTransportError) -> Data? {
        try await wait { () throws(EndpointTransportError) -> Data?? in
            do {
                if let chunk = try buffer.next() { return .some(chunk) }
            } catch {
                throw .truncated(error)
            }
            guard let outcome else { return nil }
            try outcome.get()
            return .some(nil)
        }
    }

    /// Ends the exchange for the caller, at once.
    func abandon() {
        let tell = condition.change {
            defer {
                unwanted = unwanted ?? UnwantedBody()
                buffer = BodyBuffer()
                bodyFile?.removeContent()
            }
            return unwanted != nil ? nil : onAbandon
        }
        tell?()
    }

    /// Ends the exchange because it takes too long.
    func expire() {
        condition.change { outcome = .failure(.timedOut) }
        abandon()
    }

    // MARK: For the delegate

    /// Whether nobody waits any more.
    var isAbandoned: Bool { condition.withLock { unwanted != nil } }

    /// Keeps the file that the request's body is read from, until the response has ended.
    func keep(_ file: TemporaryFile) {
        condition.withLock { bodyFile = file }
    }

    /// The task is about to be started.
    ///
    /// - Parameter onAbandon: Called when nobody waits for the exchange any more.
    /// - Returns: Whether to start it: not if nobody waits by now.
    func start(onAbandon: @escaping @Sendable () -> Void) -> Bool {
        condition.change {
            self.onAbandon = onAbandon
            return unwanted == nil
        }
    }

    /// A part of the request's body has gone out.
    ///
    /// - Parameters:
    ///   - bytes: How many bytes the part has.
    ///   - total: How many have gone out in all.
    /// - Returns: Whether the task is to be cancelled now, because nobody waits for the response and there is much to go.
    func reportSent(_ bytes: Int, total: Int64) -> Bool {
        let isToEnd = condition.withLock {
            // A file that was emptied ends by itself.
            bodyFile == nil ? unwanted?.isToEnd(after: bytes) : unwanted.map { _ in false }
        }
        if isToEnd == nil { onUpload?(EndpointProgress(completed: total, total: bodyLength)) }
        return isToEnd ?? false
    }

    /// The head has arrived.
    func receive(_ head: EndpointResponseHead) {
        condition.change { self.head = self.head ?? head }
    }

    /// A chunk of the body has arrived.
    ///
    /// - Returns: Whether the task is to be cancelled now, because nobody waits for the rest and there is much of it.
    func receive(_ chunk: Data) -> Bool {
        condition.change {
            if unwanted != nil { return unwanted?.isToEnd(after: chunk.count) ?? false }
            do {
                try buffer.append(chunk)
            } catch {
                outcome = outcome ?? .failure(.truncated(error))
                unwanted = UnwantedBody()
                buffer = BodyBuffer()
            }
            return false
        }
    }

    /// The response has ended, or there will be none.
    func complete(_ result: Result<Void, EndpointTransportError>) {
        condition.change {
            outcome = outcome ?? result
            onAbandon = nil
            bodyFile = nil
        }
    }

    // MARK: Waiting

    /// Waits until the closure, which is called with the lock held, gives a value or throws.
    private func wait<Value>(
        for value: () throws(EndpointTransportError) -> Value?
    ) async throws(EndpointTransportError) -> Value {
        try await condition.wait(onCancel: abandon) { () throws(EndpointTransportError) in
            guard unwanted != nil else { return try value() }
            // What could not be kept is no fault of who waits.
            if case .failure(let error) = outcome { throw error }
            throw .cancelled
        }
    }
}
