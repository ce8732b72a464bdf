import EndpointController
import Foundation

extension Pipeline {
    func download(
        _ call: Call,
        to destination: URL,
        resumes: Bool,
        identity: String?,
        onProgress: (@Sendable (EndpointProgress) -> Void)?
    ) async throws(EndpointError<ServerError>) -> EndpointResponseHead {
        try await reporting(call) {
            try Task.checkCancellation()
            var call = call
            if call.request.value(forHTTPHeaderField: "Accept-Encoding") == nil {
                // A range counts encoded bytes, but the file holds decoded bytes: ask for a body without a coding.
                var request = call.request
                request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
                call = call.with(request)
            }
            let file: PartialFile
            do {
                file = try PartialFile(for: destination, resumes: resumes)
            } catch {
                throw EndpointError<ServerError>.invalidRequest(error)
            }
            let download = Download(
                pipeline: self, call: call, file: file, resumes: resumes, identity: identity, onProgress: onProgress)
            return try await download.run()
        }
    }
}
