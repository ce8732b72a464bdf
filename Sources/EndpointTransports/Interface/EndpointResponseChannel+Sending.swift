public import Foundation

extension EndpointResponseChannel {
    /// Sends the head of the response to the caller.
    ///
    /// The head is dropped if a head was already sent, the response has ended, or the channel is abandoned.
    ///
    /// - Parameter head: The head, with a status code of 200 or above.
    public func send(_ head: EndpointResponseHead) {
        change(wakingOn: queue) { if case .waiting = state { state = .receiving(head) } }
    }

    /// Sends the next bytes of the body to the caller.
    ///
    /// - Parameter chunk: Any number of bytes. They are dropped if no head was sent, the response has ended, or the
    ///   channel is abandoned.
    /// - Returns: `true` to continue; `false` if the unread bytes exceed the limit: see ``whenDrained(_:)``.
    @discardableResult
    public func send(_ chunk: Data) -> Bool {
        let (goesOn, closures) = change(wakingOn: queue) { () -> (Bool, [@Sendable () -> Void]) in
            guard case .receiving(let head) = state else { return (true, []) }
            do {
                try buffer.append(chunk)
                return (buffer.count <= limit, [])
            } catch {
                // The chunk could not be stored, for example because the disk is full, so the sender has to stop.
                state = .ended(head, .truncated(error))
                return (true, [onAbandoned.take()].compactMap(\.self) + takeOnDrained())
            }
        }
        for closure in closures { closure() }
        return goesOn
    }

    /// Ends the response, unless it has already ended or the channel is abandoned.
    ///
    /// - Parameter error: The error, which is thrown after the caller has read everything that was sent before. The
    ///   default is nil, for a response that has arrived whole; if no head was sent, ``response()`` throws
    ///   ``EndpointTransportError/notResponding(_:)``.
    public func finish(throwing error: EndpointTransportError? = nil) {
        let (onAbandoned, onDrained) = change(wakingOn: queue) {
            switch state {
            case .waiting: state = .ended(nil, error)
            case .receiving(let head): state = .ended(head, error)
            case .ended, .abandoned: break
            }
            return (self.onAbandoned.take(), takeOnDrained())
        }
        for closure in onDrained { closure() }
        // Release the closure after unlocking, because releasing the values that it captures may run other code.
        withExtendedLifetime(onAbandoned) {}
    }

    /// A Boolean value that indicates whether the channel is abandoned, so that it drops everything that is sent.
    var isAbandoned: Bool {
        lock.withLock { if case .abandoned = state { true } else { false } }
    }

    /// Calls a closure once, as soon as the unread bytes are at most half of the limit, the response has ended, or the
    /// channel is abandoned.
    ///
    /// - Parameter body: A closure that returns at once.
    public func whenDrained(_ body: @escaping @Sendable () -> Void) {
        let isNow = lock.withLock {
            if !isDrained { onDrained.append(body) }
            return isDrained
        }
        if isNow { body() }
    }

    /// Calls a closure once if, before the response has ended, the channel is abandoned or a chunk cannot be stored.
    ///
    /// - Parameter body: A closure that returns at once. It replaces an earlier closure that has not been called.
    public func whenAbandoned(_ body: @escaping @Sendable () -> Void) {
        let isNow = lock.withLock {
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
}
