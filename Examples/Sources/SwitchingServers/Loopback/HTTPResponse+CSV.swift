import FlyingFox
import Foundation

extension HTTPResponse {
    private static let chunkSize = 32_768

    static func csv(_ text: String) -> HTTPResponse {
        let data = Data(text.utf8)
        let body = HTTPBodySequence(from: PacedBytes(data: data), count: data.count, suggestedBufferSize: chunkSize)
        return HTTPResponse(statusCode: .ok, headers: [.contentType: "text/csv"], body: body)
    }
}
