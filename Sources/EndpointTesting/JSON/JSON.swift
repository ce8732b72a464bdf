import Foundation

/// A value of JSON, to be compared, shown and written to a file.
enum JSON: Equatable, Sendable {
    case null
    case bool(Bool)
    /// As decimals, so that `9.99` stays what it is.
    case number(Decimal)
    /// A number that has no place among the decimals, such as `1e200`.
    case hugeNumber(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    /// Parses a text; nil for one that is no JSON (RFC 8259).
    init?(_ data: Data) {
        guard let value = try? JSONDecoder().decode(JSON.self, from: data) else { return nil }
        self = value
    }

    /// The text, without white space and with sorted members.
    var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }
}

extension JSON: Codable {
    /// Each level takes its part of the stack, of which some threads have little, and bodies come from anybody.
    private static let maximumDepth = 100

    init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count <= Self.maximumDepth else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "This is too deep."))
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else if let number = Self.number(in: container) {
            self = number
        } else if let values = try? container.decode([JSON].self) {
            self = .array(values)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let flag): try container.encode(flag)
        case .number(let number): try container.encode(number)
        case .hugeNumber(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .array(let values): try container.encode(values)
        case .object(let members): try container.encode(members)
        }
    }

    private static func number(in container: any SingleValueDecodingContainer) -> JSON? {
        guard let double = try? container.decode(Double.self) else { return nil }
        // Decimals that are too small are rounded to zero without a word.
        guard let decimal = try? container.decode(Decimal.self), decimal.isFinite, (decimal == 0) == (double == 0)
        else { return .hugeNumber(double) }
        return .number(decimal)
    }
}
