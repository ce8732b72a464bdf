import Foundation

extension EndpointResponseChannel {
    typealias Closure = @Sendable () -> Void

    /// The part of a response that has arrived but was not read, and the closures that wait for a change.
    struct State {
        enum Stage {
            /// The head has not arrived.
            case waiting
            /// The head has arrived, but the response has not ended.
            case receiving(EndpointResponseHead)
            /// The response has ended; the head is nil if none arrived, and the error is nil if the response is whole.
            case ended(EndpointResponseHead?, EndpointTransportError?)
            /// The channel is abandoned; each attempt to read throws the error.
            case abandoned(EndpointTransportError)
        }

        let limit: Int
        var buffer = ChunkBuffer()
        var stage = Stage.waiting
        /// The number of unread bytes for which the reader waits; 0 while it waits for the head.
        var wanted = 0
        var readers: [UnsafeContinuation<Void, Never>] = []
        /// A Boolean value that indicates whether a queue is about to wake the readers.
        var isWakingSoon = false
        private var onDrained: [Closure] = []
        private var onAbandoned: Closure?

        init(limit: Int) {
            self.limit = limit
        }

        /// A Boolean value that indicates whether the reader has as much to read as it waits for.
        var isReadable: Bool {
            switch stage {
            case .waiting: false
            // With more than half of the limit unread, a sender may pause.
            case .receiving: buffer.count >= min(wanted, limit / 2 + 1)
            case .ended, .abandoned: true
            }
        }

        /// The head of a response that has begun or ended.
        var head: EndpointResponseHead {
            get throws(EndpointTransportError) {
                switch stage {
                case .receiving(let head), .ended(let head?, _): return head
                case .abandoned(let error), .ended(nil, let error?): throw error
                case .waiting, .ended(nil, nil): throw .notResponding(URLError(.badServerResponse))
                }
            }
        }

        /// Removes the next chunk, and returns it; returns nil at the end.
        mutating func nextChunk() throws(EndpointTransportError) -> Data? {
            if case .abandoned(let error) = stage { throw error }
            if let chunk = buffer.next() { return chunk }
            if case .ended(_, let error?) = stage { throw error }
            return nil
        }

        /// A Boolean value that indicates whether a sender that has paused may continue.
        private var isDrained: Bool {
            switch stage {
            case .abandoned, .ended: true
            case .waiting, .receiving: buffer.count <= limit / 2
            }
        }

        /// Keeps a closure until the channel is drained; returns `false` if it is already.
        mutating func keep(onDrained closure: @escaping Closure) -> Bool {
            if !isDrained { onDrained.append(closure) }
            return !isDrained
        }

        /// Keeps a closure until the channel is abandoned; returns `false` if it is already.
        mutating func keep(onAbandoned closure: @escaping Closure) -> Bool {
            switch stage {
            case .waiting, .receiving: onAbandoned = closure
            case .ended: break
            case .abandoned: return false
            }
            return true
        }

        /// Removes and returns the closures to call if the channel is drained now.
        mutating func takeOnDrained() -> [Closure] {
            guard isDrained else { return [] }
            defer { onDrained = [] }
            return onDrained
        }

        mutating func takeOnAbandoned() -> [Closure] {
            defer { onAbandoned = nil }
            return onAbandoned.map { [$0] } ?? []
        }
    }
}
