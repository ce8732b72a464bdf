import Foundation

/// Encodes one value into a node.
struct QueryNodeEncoder: Encoder {
    let node: QueryNode
    let encoder: QueryEncoder
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.content = .keyed
        return KeyedEncodingContainer(QueryKeyedContainer(parent: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.content = .unkeyed
        return QueryUnkeyedContainer(parent: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        QuerySingleValueContainer(parent: self)
    }

    func encode(_ value: some Encodable) throws {
        switch value {
        case let flag as Bool where encoder.booleans == .numbers: node.content = .text(flag ? "1" : "0")
        case let date as Date: node.content = .text(try encoder.dates.text(of: date))
        case let data as Data: node.content = .text(try encoder.data.text(of: data))
        case let number as any FloatingPoint where !number.isFinite:
            let text = "\(number) is no number that a query can hold."
            throw EncodingError.invalidValue(value, .init(codingPath: codingPath, debugDescription: text))
        case let number as Decimal where number.isNaN:
            let text = "\(number) is no number that a query can hold."
            throw EncodingError.invalidValue(value, .init(codingPath: codingPath, debugDescription: text))
        case let value as any ParameterValue: node.content = .text(value.parameterValue)
        default:
            try value.encode(to: self)
            // A dictionary has no order, and another one in each process.
            if value is any Unordered { node.sortMembers() }
        }
    }

    func member(_ key: any CodingKey, isContainer: Bool) -> QueryNodeEncoder {
        let member = node.member(key.stringValue, isContainer: isContainer)
        return QueryNodeEncoder(node: member, encoder: encoder, codingPath: codingPath + [key])
    }

    func element() -> QueryNodeEncoder {
        let key = QueryKey(intValue: node.elements.count)
        return QueryNodeEncoder(node: node.element(), encoder: encoder, codingPath: codingPath + [key])
    }
}

private protocol Unordered {}
extension Dictionary: Unordered {}

/// The key of an element, or of what a superclass encodes.
private struct QueryKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }
}

// In the containers one generic method serves for each kind of value that the protocols ask for.

private struct QueryKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let parent: QueryNodeEncoder
    var codingPath: [any CodingKey] { parent.codingPath }

    func encodeNil(forKey key: Key) {}

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try parent.member(key, isContainer: false).encode(value)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        parent.member(key, isContainer: true).container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        parent.member(key, isContainer: true).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        parent.member(QueryKey(stringValue: "super"), isContainer: true)
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        parent.member(key, isContainer: true)
    }
}

private struct QueryUnkeyedContainer: UnkeyedEncodingContainer {
    let parent: QueryNodeEncoder
    var codingPath: [any CodingKey] { parent.codingPath }
    var count: Int { parent.node.elements.count }

    func encodeNil() {
        _ = parent.element()
    }

    func encode<T: Encodable>(_ value: T) throws {
        try parent.element().encode(value)
    }

    func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        parent.element().container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        parent.element().unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        parent.element()
    }
}

private struct QuerySingleValueContainer: SingleValueEncodingContainer {
    let parent: QueryNodeEncoder
    var codingPath: [any CodingKey] { parent.codingPath }

    func encodeNil() {}

    func encode<T: Encodable>(_ value: T) throws {
        try parent.encode(value)
    }
}
