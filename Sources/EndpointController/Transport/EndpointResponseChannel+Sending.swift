public import Foundation

extension EndpointResponseChannel {
    /// Sends the head of the response to the caller.
    ///
    /// A second head is dropped, and so is a head after the response has ended or been abandoned.
    ///
    /// - Parameter head: The head, with a status code of 200 or above.
    public func send(_ head: EndpointResponseHead) {
        change(wakingOn: queue) { if case .waiting = state { state = .receiving(head) } }
    }

    /// Sends the next bytes of the body to the caller.
    ///
    /// - Parameter chunk: Any number of bytes. Bytes before the head or after the end are dropped.
    /// - Returns: `true` to continue; `false` if more bytes are unread than the limit allows: see ``whenDrained(_:)``.
    @discardableResult
    public func send(_ chunk: Data) -> Bool {
        let (goesOn, onFailure) = change(wakingOn: queue) { () -> (Bool, (@Sendable () -> Void)?) in
            guard case .receiving(let head) = state else { return (true, nil) }
            do {
                try buffer.append(chunk)
                return (buffer.count <= limit, nil)
            } catch {
                // The disk may be full.
                state = .ended(head, .failure(.truncated(error)))
                return (true, onAbandoned.take())
            }
        }
        onFailure?()
        return goesOn
    }

    /// Ends a response that has arrived whole.
    ///
    /// If no head was sent, the caller gets ``EndpointTransportError/notResponding(_:)``.
    public func finish() {
        finish(.success(()))
    }

    /// Ends the response with an error, which the caller gets after everything that arrived before.
    ///
    /// - Parameter error: The error; ignored if the response has already ended.
    public func finish(throwing error: EndpointTransportError) {
        finish(.failure(error))
    }

    /// Ends the response with or without an error.
    package func finish(_ result: Result<Void, EndpointTransportError>) {
        let closure = change(wakingOn: queue) {
            switch state {
            case .waiting:
                state = .ended(nil, result.flatMap { .failure(.notResponding(URLError(.badServerResponse))) })
            case .receiving(let head): state = .ended(head, result)
            case .ended, .abandoned: break
            }
            return onAbandoned.take()
        }
        // Release the closure without the lock, because releasing the values that it captures may run other code.
        withExtendedLifetime(closure) {}
    }

    /// A Boolean value that indicates whether the caller has given up reading.
    public var isAbandoned: Bool {
        withLock { if case .abandoned = state { true } else { false } }
    }

    /// Calls a closure once, as soon as the unread bytes are at most half of the limit, or the caller gives up reading.
    ///
    /// - Parameter body: A closure that returns at once. It replaces an earlier closure.
    public func whenDrained(_ body: @escaping @Sendable () -> Void) {
        let isNow = withLock {
            if !isDrained { onDrained = body }
            return isDrained
        }
        if isNow { body() }
    }

    /// Calls a closure once if the caller gives up reading before the response has ended.
    ///
    /// - Parameter body: A closure that returns at once. It replaces an earlier closure.
    public func whenAbandoned(_ body: @escaping @Sendable () -> Void) {
        let isNow = withLock {
            switch state {
            case .abandoned: return true
            case .ended: return false
            case .waiting, .receiving:
                onAbandoned = body
                return false
            }
        }
        if isNow { body() }
    }

    /// Waits until the unread bytes are at most half of the limit, or the caller gives up reading.
    public func drained() async {
        await withCheckedContinuation { continuation in whenDrained { continuation.resume() } }
    }
}
