import EndpointController
import Foundation

extension Pipeline {
    /// Loads the payload of a call and reports the progress of the upload.
    ///
    /// The timeout is an idle timeout, which restarts when a part of a body is sent or arrives.
    func upload<Payload>(
        _ call: Call,
        _ parser: PayloadParser<Payload>,
        onUpload: @escaping @Sendable (EndpointProgress) -> Void
    ) async throws(EndpointError<ServerError>) -> Payload {
        let teller = ProgressTeller(onUpload)
        defer { teller.close() }
        let response = try await reporting(call) {
            let response = try await Deadline.run(call.rules.timeLimit) { idle in
                let state = CallState(call, EndpointTransportContext(idle) { teller.tell($0) }, idle)
                defer { state.end() }
                return try await accepted(try await send(state), of: call, idle)
            }
            // Transports report nothing about an empty body, but a progress bar should fill. After other progress, this
            // is ignored.
            teller.tell(EndpointProgress(completed: 0, total: 0))
            // The timeout does not apply here: a slow `onUpload` must not make a successful upload fail.
            await teller.finish()
            try Task.checkCancellation()
            return response
        }
        do {
            return try parser.parse(response, decoder: decoder)
        } catch {
            throw .parsing(response, error)
        }
    }
}
