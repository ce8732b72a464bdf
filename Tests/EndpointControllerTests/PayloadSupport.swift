import EndpointController
import Foundation
import Testing

/// Returns a response with these bytes as the body.
func response(_ body: some Sequence<UInt8>, contentType: String? = nil) throws -> EndpointResponse {
    let url = try #require(URL(string: "https://example.com/users/867"))
    let fields = contentType.map { ["Content-Type": $0] } ?? [:]
    let head = EndpointResponseHead(url: url, statusCode: 200, headerFields: fields)
    return EndpointResponse(request: URLRequest(url: url), head: head, body: Data(body))
}

/// Returns a response with this text, in UTF-8, as the body.
func response(_ text: String, contentType: String? = nil) throws -> EndpointResponse {
    try response(text.utf8, contentType: contentType)
}

/// Returns the description of the error that a call throws if the parser throws, or nil if it does not throw.
func complaint<Payload>(_ parser: PayloadParser<Payload>, _ response: EndpointResponse) -> String? {
    do {
        _ = try parser.parse(response)
        return nil
    } catch {
        return EndpointError<EndpointDefaultServerError>.parsing(response, error).description
    }
}
