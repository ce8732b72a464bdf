import Dispatch
import EndpointSupport
import Foundation
public import EndpointTransports

extension EndpointController {
    /// Loads an endpoint while the calling thread waits, for scripts and command-line tools.
    ///
    /// Call it on the main thread of a tool, or on a `Thread` that you start. A task must not wait like this, because
    /// its thread may be the thread that the call needs. On Linux, the same is true of the threads of dispatch queues:
    /// while several of them wait, no thread may be free for the calls, which can then exceed their timeouts by many
    /// seconds. On the main thread, the method never returns if middleware needs the main actor.
    ///
    /// - Parameter endpoint: The endpoint.
    /// - Returns: The payload.
    /// - Throws: ``EndpointError``. Within a task, it is ``EndpointError/invalidRequest(_:_:)``, and nothing is sent.
    @available(*, noasync, message: "Use load(_:) with await.")
    public func loadAndWait<Endpoint: RequestProviderType & PayloadProviderType>(
        _ endpoint: Endpoint
    ) throws(EndpointError<ServerError>) -> Endpoint.Payload {
        let call = try call(endpoint)
        guard withUnsafeCurrentTask(body: { $0 == nil }) else { throw .invalidRequest(call.unanswered, WaitingTask()) }
        let parser = endpoint.parser
        let result = Locked<Result<Endpoint.Payload, EndpointError<ServerError>>>(.failure(.cancelled(call.unanswered)))
        let done = DispatchSemaphore(value: 0)
        Task {
            let loaded = await Result.success(call).result(parser)
            result.withLock { $0 = loaded }
            done.signal()
        }
        done.wait()
        return try result.withLock { $0 }.get()
    }
}

private struct WaitingTask: _DescribedError {
    let description = "loadAndWait(_:) was called within a task, whose thread must not wait. Call load(_:) with await."
}
