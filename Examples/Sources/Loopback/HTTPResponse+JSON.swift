package import FlyingFox
import Foundation

extension HTTPResponse {
    package static func json(_ value: some Encodable, statusCode: HTTPStatusCode = .ok) throws -> HTTPResponse {
        let encoder = JSONEncoder()
        // Members in the same order each time are easier to compare.
        encoder.outputFormatting = .sortedKeys
        let body = try encoder.encode(value)
        return HTTPResponse(statusCode: statusCode, headers: [.contentType: "application/json"], body: body)
    }
}
