import Endpoint
import Foundation

extension Pipeline {
    func download(
        _ call: Call,
        to destination: URL,
        resumes: Bool,
        onProgress: (@Sendable (EndpointProgress) -> Void)?
    ) async throws(EndpointError<ServerError>) -> EndpointResponseHead {
        try await reporting(call) {
            try Task.checkCancellation()
            var call = call
            if call.request.value(forHTTPHeaderField: "Accept-Encoding") == nil {
                // A range counts encoded bytes, but the file holds decoded bytes: ask for a body without a coding.
                call.request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
            }
            let file = try PartialFile(for: destination, resumes: resumes)
            let download = Download(
                pipeline: self, call: call, file: file, resumes: resumes, onProgress: onProgress)
            return try await download.run()
        }
    }
}
