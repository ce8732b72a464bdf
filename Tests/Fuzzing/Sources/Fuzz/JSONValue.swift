import Foundation

/// Any JSON value.
enum JSONValue: Decodable, Equatable, Sendable {
    case null, bool(Bool), number(Number), string([UInt8]), array([JSONValue]), object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Double.self) {
            self = .number(Number(value: value))
        } else if let value = try? container.decode(String.self) {
            self = .string(Array(value.utf8))
        } else if let value = try? container.decode([String: JSONValue].self) {
            self = .object(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .bool(try container.decode(Bool.self))
        }
    }

    /// Creates a value from a value of `JSONSerialization`.
    init(_ value: Any) {
        switch value {
        case let value as String: self = .string(Array(value.utf8))
        case let value as [String: Any]: self = .object(value.mapValues(JSONValue.init))
        case let value as [Any]: self = .array(value.map(JSONValue.init))
        case let value as NSNumber:
            let isBool = ["c", "B"].contains(String(cString: value.objCType))
            self = isBool ? .bool(value.boolValue) : .number(Number(value: value.doubleValue))
        default: self = .null
        }
    }
    /// A number, of which `JSONSerialization` may lose the last digit.
    struct Number: Equatable, Sendable {
        let value: Double

        static func == (lhs: Number, rhs: Number) -> Bool {
            abs(lhs.value - rhs.value) <= 1e-15 * abs(lhs.value)
        }
    }
}
