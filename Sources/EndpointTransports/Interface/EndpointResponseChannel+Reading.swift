package import Foundation

extension EndpointResponseChannel {
    /// Waits for the head of the response.
    ///
    /// Call this method only once.
    ///
    /// - Returns: The head, and a body that is read from the channel. The channel is abandoned when the last copy of
    ///   the body is released.
    /// - Throws: The error passed to ``finish(throwing:)`` if no head was sent before. Throws
    ///   ``EndpointTransportError/notResponding(_:)`` if the response ends without an error before a head is sent, and
    ///   ``EndpointTransportError/cancelled`` as soon as the task is cancelled.
    public func response() async throws(EndpointTransportError) -> EndpointStreamedResponse {
        let reader = ChannelReader(self)
        let head = try await wait { () throws(EndpointTransportError) -> EndpointResponseHead? in
            switch state {
            case .waiting: return nil
            case .receiving(let head), .ended(let head?, _): return head
            case .ended(nil, let error): throw error ?? .notResponding(URLError(.badServerResponse))
            case .abandoned(let error): throw error
            }
        }
        return EndpointStreamedResponse(head: head, body: EndpointResponseBody(reader))
    }

    /// Waits for the next chunk of the body and returns it, or returns nil at the end.
    ///
    /// - Parameter count: The number of bytes to wait for, unless the body ends or the sender has to pause before.
    /// - Returns: The chunk, or nil.
    /// - Throws: The error that ended the body.
    package func nextChunk(atLeast count: Int = 0) async throws(EndpointTransportError) -> Data? {
        var drained: [@Sendable () -> Void] = []
        let chunk = try await wait { () throws(EndpointTransportError) -> Data?? in
            if case .abandoned(let error) = state { throw error }
            do {
                batchSize = count
                if isReadable, let chunk = try buffer.next() {
                    if isDrained { drained = takeOnDrained() }
                    return .some(chunk)
                }
            } catch {
                throw .truncated(error)
            }
            guard case .ended(_, let error) = state else { return nil }
            if let error { throw error }
            return .some(nil)
        }
        for closure in drained { closure() }
        return chunk
    }

    /// Abandons the channel: drops the unread bytes, throws an error to the reader, and notifies the sender.
    ///
    /// - Parameter error: The error for a reader that is waiting or that reads later, unless the channel is already
    ///   abandoned; by default ``EndpointTransportError/cancelled``.
    package func abandon(_ error: EndpointTransportError = .cancelled) {
        let (closures, bytes) = change { () -> ([@Sendable () -> Void], ChunkBuffer?) in
            if case .abandoned = state { return ([], nil) }
            state = .abandoned(error)
            return ([onAbandoned.take()].compactMap(\.self) + takeOnDrained(), buffer.removeAll())
        }
        for closure in closures { closure() }
        // Freeing many bytes takes time, so free them after unlocking.
        withExtendedLifetime(bytes) {}
    }

    /// Waits until a closure, which is called with the lock held, returns a value or throws.
    private func wait<Value>(
        for value: () throws(EndpointTransportError) -> Value?
    ) async throws(EndpointTransportError) -> Value {
        while true {
            if Task.isCancelled { abandon() }
            let (found, seen) = try lookUp(value)
            if let found { return found }
            await withTaskCancellationHandler {
                await withUnsafeContinuation { enlist($0, unlessChangedSince: seen) }
            } onCancel: {
                abandon()
            }
        }
    }

    private func lookUp<Value>(
        _ value: () throws(EndpointTransportError) -> Value?
    ) throws(EndpointTransportError) -> (Value?, Int) {
        lock.lock()
        defer { lock.unlock() }
        return (try value(), changes)
    }

    private func enlist(_ reader: UnsafeContinuation<Void, Never>, unlessChangedSince seen: Int) {
        let hasChanged = lock.withLock {
            if changes == seen { waiters.append(reader) }
            return changes != seen
        }
        if hasChanged { reader.resume() }
    }
}

/// The reader of a channel; releasing the reader abandons the channel.
final class ChannelReader: Sendable {
    let channel: EndpointResponseChannel

    init(_ channel: EndpointResponseChannel) {
        self.channel = channel
    }

    deinit {
        channel.abandon()
    }
}
