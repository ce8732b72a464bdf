import Foundation

/// Any JSON value, as the parsers for objects and arrays return it.
public struct JSONValue: Decodable {
    /// The maximum depth of nested objects and arrays.
    ///
    /// Each level uses stack space, and a server must not be able to crash a program. Some threads have a stack of half
    /// a megabyte, which is enough for twice as many levels in a debug build.
    private static let maximumDepth = 100

    public let value: any Sendable

    public init(from decoder: any Decoder) throws {
        if let scalar = try Self.scalar(from: decoder) {
            value = scalar
        } else if let elements = try? decoder.unkeyedContainer() {
            value = try Self.values(in: elements)
        } else if let members = try? decoder.container(keyedBy: JSONKey.self) {
            value = try Self.members(of: members)
        } else {
            throw Self.error("No type can hold this number.", at: decoder.codingPath)
        }
    }

    private static func values(in container: any UnkeyedDecodingContainer) throws -> [any Sendable] {
        try checkDepth(container.codingPath)
        var container = container
        var values: [any Sendable] = []
        while !container.isAtEnd { values.append(try container.decode(JSONValue.self).value) }
        return values
    }

    private static func members(of container: KeyedDecodingContainer<JSONKey>) throws -> [String: any Sendable] {
        try checkDepth(container.codingPath)
        var members: [String: any Sendable] = [:]
        for key in container.allKeys {
            members[key.stringValue] = try container.decode(JSONValue.self, forKey: key).value
        }
        return members
    }

    private static func scalar(from decoder: any Decoder) throws -> (any Sendable)? {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() { return NSNull() }
        do {
            return try container.decode(String.self)
        } catch DecodingError.typeMismatch {
            return JSONNumber.number(in: container) ?? (try? container.decode(Bool.self))
        } catch {
            throw Self.error("This string is not Unicode text.", at: decoder.codingPath)
        }
    }

    private static func checkDepth(_ codingPath: [any CodingKey]) throws {
        guard codingPath.count < maximumDepth else {
            // The whole path may be too long for a message.
            throw error("This is more than \(maximumDepth) levels deep.", at: Array(codingPath.prefix(3)))
        }
    }

    private static func error(_ description: String, at codingPath: [any CodingKey]) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath, debugDescription: description))
    }
}

public struct JSONKey: CodingKey {
    public let stringValue: String
    public var intValue: Int? { nil }

    public init(stringValue: String) {
        self.stringValue = stringValue
    }

    public init?(intValue: Int) {
        nil
    }
}
