package import Foundation

/// The decoding of a response's body as JSON.
package enum JSONBody {
    /// Indicates whether a body is empty or contains only white space (RFC 8259, section 2).
    package static func isEmpty(_ body: Data) -> Bool {
        body.withUnsafeBytes { bytes in
            bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        }
    }

    /// Decodes the body; throws `emptyBody` if the body is empty or contains only white space.
    static func decode<Value: Decodable>(
        _ type: Value.Type,
        of response: EndpointResponse,
        with decoder: JSONDecoder
    ) throws -> Value {
        do {
            return try decoder.decode(type, from: response.body)
        } catch DecodingError.dataCorrupted(let context) where context.debugDescription == invalidJSON {
            // A decoder also reports an empty body as invalid JSON.
            if isEmpty(response.body) { throw EndpointPayloadError.emptyBody }
            throw (try? decoder.decode(Anything.self, from: response.body)) == nil
                ? DecodingError.dataCorrupted(context) : unreadableValue(context)
        }
    }

    /// The decoder's message for invalid JSON.
    ///
    /// On Linux, the decoder also uses this message, without a coding path, for valid JSON with a number that is out of
    /// range, such as `1e400`.
    private static let invalidJSON = "The given data was not valid JSON."

    private static func unreadableValue(_ context: DecodingError.Context) -> DecodingError {
        let text = "A number in the JSON is out of the range of its type, or a value is malformed."
        return .dataCorrupted(.init(codingPath: [], debugDescription: text, underlyingError: context.underlyingError))
    }

    /// A type that decodes from any JSON that the decoder can parse, because it does not read any value.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }

    /// Decodes the body without converting keys; throws `unexpectedJSON` if the body is another kind of JSON.
    static func value<Value>(of response: EndpointResponse, as type: Value.Type, expected: String) throws -> Value {
        let json = try decode(JSONValue.self, of: response, with: JSONDecoder())
        guard let value = json.value as? Value else { throw EndpointPayloadError.unexpectedJSON(expected: expected) }
        return value
    }
}
