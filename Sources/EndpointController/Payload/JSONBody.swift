import Foundation

/// The body of a response as JSON.
enum JSONBody {
    /// Whether there is nothing but white space (RFC 8259, section 2).
    static func isEmpty(_ body: Data) -> Bool {
        body.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    }

    /// Decodes the body, which has to be one.
    static func decode<Value: Decodable>(
        _ type: Value.Type,
        of response: EndpointResponse,
        with decoder: JSONDecoder
    ) throws -> Value {
        // A decoder would call it the end of a file.
        guard !isEmpty(response.body) else { throw EndpointPayloadError.emptyBody }
        return try decoder.decode(type, from: response.body)
    }

    /// Decodes the body, which has to be an object or an array, whatever decoder others use.
    static func decode<Value: Decodable>(
        _ type: Value.Type,
        of response: EndpointResponse,
        expected: String
    ) throws -> Value {
        do {
            return try decode(type, of: response, with: JSONDecoder())
        } catch DecodingError.typeMismatch(_, let context) where context.codingPath.isEmpty {
            throw EndpointPayloadError.unexpectedJSON(expected: expected)
        } catch DecodingError.valueNotFound(_, let context) where context.codingPath.isEmpty {
            throw EndpointPayloadError.unexpectedJSON(expected: expected)
        }
    }
}
