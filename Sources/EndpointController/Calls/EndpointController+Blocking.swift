import Dispatch
import Foundation
public import EndpointTransports

extension EndpointController {
    /// Loads an endpoint while the calling thread waits, for scripts and command-line tools.
    ///
    /// A task must not wait like this, because its thread may be the thread that the call needs. On Linux, the
    /// same is true of a global dispatch queue. On the main thread, the method never returns if middleware needs the
    /// main actor.
    ///
    /// - Parameter endpoint: The endpoint.
    /// - Returns: The payload.
    /// - Throws: ``EndpointError``. Within a task, it is ``EndpointError/invalidRequest(_:)``, and nothing is sent.
    @available(*, noasync, message: "Use load(_:) with await.")
    public func loadAndWait<Endpoint: RequestProviderType & PayloadProviderType>(
        _ endpoint: Endpoint
    ) throws(EndpointError<ServerError>) -> Endpoint.Payload {
        guard withUnsafeCurrentTask(body: { $0 == nil }) else { throw .invalidRequest(WaitingTask()) }
        let result = Locked<Result<Endpoint.Payload, EndpointError<ServerError>>>(.failure(.cancelled))
        let done = DispatchSemaphore(value: 0)
        _ = start(endpoint) { loaded in
            result.withLock { $0 = loaded }
            done.signal()
        }
        done.wait()
        return try result.withLock { $0 }.get()
    }
}

private struct WaitingTask: _DescribedError, ShownAsText {
    let text = "loadAndWait(_:) was called within a task, whose thread must not wait. Call load(_:) with await."
}
