@_spi(Tools) import Endpoint
import EndpointSupport
import Foundation

/// The decoding of a response's body as JSON.
enum JSONBody {
    /// Indicates whether a body is empty or contains only white space (RFC 8259, section 2).
    static func isEmpty(_ body: Data) -> Bool {
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
        } catch {
            // A decoder reports an empty body as invalid JSON.
            throw isEmpty(response.body)
                ? EndpointPayloadError.emptyBody : explained(error, for: response.body, with: decoder)
        }
    }

    /// Returns the error of a decoder with a better description, if there is one.
    static func explained(_ error: any Error, for body: Data, with decoder: JSONDecoder) -> any Error {
        switch error {
        case DecodingError.keyNotFound(let key, let context) where ErrorText.isOfDecoder(context):
            guard let names = memberNames(in: body, at: context.codingPath, with: decoder) else { return error }
            let text = "\(key.stringValue) is missing; the object has \(names)."
            return DecodingError.keyNotFound(key, .init(codingPath: context.codingPath, debugDescription: text))
        case DecodingError.dataCorrupted(let context) where context.debugDescription == invalidJSON:
            if String(wholeUTF8: body) == nil { return EndpointPayloadError.undecodableText(charset: "utf-8") }
            return (try? decoder.decode(Anything.self, from: body)) == nil ? error : unreadableValue(context)
        default:
            return error
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

    /// Returns the names of the members of an object, as a decoder sees them and cut to a line; nil if there is none.
    static func memberNames(
        in body: Data,
        at path: [any CodingKey] = [],
        with decoder: JSONDecoder = JSONDecoder()
    ) -> String? {
        // Decoding a long body again would take long.
        guard body.count <= 1_048_576 else { return nil }
        var value = try? decoder.decode(JSONValue.self, from: body).value
        for key in path {
            if let list = value as? [any Sendable] {
                value = key.intValue.flatMap { list.indices.contains($0) ? list[$0] : nil }
            } else {
                value = (value as? [String: any Sendable])?[key.stringValue]
            }
        }
        guard let object = value as? [String: any Sendable], !object.isEmpty else { return nil }
        // A key of a dictionary, such as an address, is data rather than a name.
        let names = object.keys.filter { $0.isHTTPToken && $0.utf8.count < 40 }.sorted().joined(separator: ", ")
        if names.isEmpty { return nil }
        return names.count > 200 ? names.prefix(200) + "…" : names
    }

    /// Decodes the body without converting keys; throws `unexpectedJSON` if the body is another kind of JSON.
    static func value<Value>(of response: EndpointResponse, as type: Value.Type, expected: String) throws -> Value {
        let json = try decode(JSONValue.self, of: response, with: JSONDecoder())
        guard let value = json.value as? Value else { throw EndpointPayloadError.unexpectedJSON(expected: expected) }
        return value
    }
}
