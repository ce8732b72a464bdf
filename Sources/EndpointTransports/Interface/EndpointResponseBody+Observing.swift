import EndpointSupport
public import Foundation

extension EndpointResponseBody {
    /// The end of the reading of a body.
    public enum End: Sendable {
        /// The body was read to its end.
        case complete
        /// Reading the body threw an error.
        case failed(any Error)
        /// The last copy of the body was released before the body had been read to its end.
        case abandoned
    }

    /// Returns the body with closures that are told what its reader receives.
    ///
    /// - Parameters:
    ///   - onChunk: A closure that receives each chunk, before the reader does. By default, nothing receives the
    ///     chunks.
    ///   - onEnd: A closure that is called exactly once, when the reading of the body ends.
    /// - Returns: A body that delivers what this body delivers.
    public func observed(
        onChunk: @escaping @Sendable (Data) -> Void = { _ in },
        onEnd: @escaping @Sendable (End) -> Void
    ) -> EndpointResponseBody {
        let observer = EndObserver(onEnd)
        return EndpointResponseBody(source: { [source] count in
            do {
                let chunk = try await source(count)
                if let chunk { onChunk(chunk) } else { observer.end(.complete) }
                return chunk
            } catch {
                observer.end(.failed(error))
                throw error
            }
        })
    }
}

private final class EndObserver: Sendable {
    private let onEnd: Locked<(@Sendable (EndpointResponseBody.End) -> Void)?>

    init(_ onEnd: @escaping @Sendable (EndpointResponseBody.End) -> Void) {
        self.onEnd = Locked(onEnd)
    }

    deinit {
        end(.abandoned)
    }

    func end(_ end: EndpointResponseBody.End) {
        let onEnd = onEnd.withLock { onEnd in
            defer { onEnd = nil }
            return onEnd
        }
        onEnd?(end)
    }
}
