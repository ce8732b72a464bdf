import EndpointSupport
import Foundation

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
        await waitUntilReadable(0)
        let head = try state.withLock { state throws(EndpointTransportError) in try state.head }
        return EndpointStreamedResponse(head: head, body: EndpointResponseBody(reader))
    }

    /// Waits for the next chunk of the body and returns it, or returns nil at the end.
    ///
    /// The chunk has at least `count` bytes, unless the body ends or the sender has to pause before.
    func nextChunk(atLeast count: Int) async throws(EndpointTransportError) -> Data? {
        while true {
            await waitUntilReadable(max(count, 1))
            let found = try state.withLock { state throws(EndpointTransportError) -> (Data?, [Closure])? in
                // Another reader may have been faster.
                state.isReadable ? (try state.nextChunk(), state.takeOnDrained()) : nil
            }
            guard let (chunk, closures) = found else { continue }
            for closure in closures { closure() }
            return chunk
        }
    }

    /// Abandons the channel: drops the unread bytes, throws an error to the reader, and notifies the sender.
    ///
    /// - Parameter error: The error for a reader that is waiting or that reads later, unless the channel is already
    ///   abandoned; by default ``EndpointTransportError/cancelled``.
    func abandon(_ error: EndpointTransportError = .cancelled) {
        let (closures, bytes) = change(wakingOn: nil) { state -> ([Closure], ChunkBuffer?) in
            if case .abandoned = state.stage { return ([], nil) }
            state.stage = .abandoned(error)
            defer { state.buffer = ChunkBuffer() }
            return (state.takeOnAbandoned() + state.takeOnDrained(), state.buffer)
        }
        for closure in closures { closure() }
        // Freeing many bytes takes time, so free them after unlocking.
        withExtendedLifetime(bytes) {}
    }

    private func waitUntilReadable(_ count: Int) async {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { reader in
                let isReadable = state.withLock { state in
                    state.wanted = count
                    if !state.isReadable { state.readers.append(reader) }
                    return state.isReadable
                }
                if isReadable { reader.resume() }
            }
        } onCancel: {
            abandon()
        }
    }
}
