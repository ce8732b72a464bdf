import Foundation

struct QueryNodeEncoder: Encoder {
    let node: QueryNode
    let encoder: QueryEncoder
    var container: [any CodingKey] = []
    var key: (any CodingKey)?
    // The path is computed on demand, because encoding a plain value does not need it.
    var codingPath: [any CodingKey] { key.map { container + [$0] } ?? container }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.becomeKeyed(by: type)
        return KeyedEncodingContainer(QueryKeyedContainer(node: node, encoder: encoder, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.content = .unkeyed
        return QueryUnkeyedContainer(node: node, encoder: encoder, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        QuerySingleValueContainer(parent: self)
    }

    func encode(_ value: some Encodable) throws {
        switch value {
        case let text as String: node.content = .text(text)
        case let flag as Bool where encoder.booleans == .numbers: node.content = .text(flag ? "1" : "0")
        case let date as Date:
            // The error contains a number, not the date: the description of a date that is not finite ends the process.
            // The product must be finite because `millisecondsSince1970` multiplies too.
            try checkFinite(date.timeIntervalSinceReferenceDate * 1000)
            node.content = .text(try encoder.dates.text(of: date, at: codingPath))
        case let data as Data: node.content = .data(data)
        case let parameter as any ParameterValue:
            try checkFinite(value)
            node.content = .text(parameter.parameterValue)
        default:
            try value.encode(to: self)
        }
    }

    private func checkFinite(_ value: some Encodable) throws {
        guard !Self.isFinite(value) else { return }
        throw EncodingError.invalidValue(
            value, .init(codingPath: codingPath, debugDescription: "The value is not finite."))
    }

    private static func isFinite(_ value: some Encodable) -> Bool {
        switch value {
        case let number as Double: number.isFinite
        case let number as Float: number.isFinite
        case let number as Decimal: !number.isNaN
        default: true
        }
    }
}

/// The key of an element, or of the values of a superclass.
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

// The container protocols require a method for each primitive type. In each container, one generic method is enough,
// except for `Int128` and `UInt128`, which the default methods of the protocols refuse.

private struct QueryKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: QueryNode
    let encoder: QueryEncoder
    let codingPath: [any CodingKey]

    func encodeNil(forKey key: Key) {
        _ = node.member(key.stringValue, isContainer: false)
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try member(key, isContainer: false).encode(value)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        member(key, isContainer: true).container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        member(key, isContainer: true).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        member(QueryKey(stringValue: "super"), isContainer: true)
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        member(key, isContainer: true)
    }

    private func member(_ key: any CodingKey, isContainer: Bool) -> QueryNodeEncoder {
        let member = node.member(key.stringValue, isContainer: isContainer)
        return QueryNodeEncoder(node: member, encoder: encoder, container: codingPath, key: key)
    }
}

private struct QueryUnkeyedContainer: UnkeyedEncodingContainer {
    let node: QueryNode
    let encoder: QueryEncoder
    let codingPath: [any CodingKey]
    var count: Int { node.children.count }

    func encodeNil() {
        _ = node.element()
    }

    func encode<T: Encodable>(_ value: T) throws {
        try element().encode(value)
    }

    func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        element().container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        element().unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        element()
    }

    private func element() -> QueryNodeEncoder {
        let key = QueryKey(intValue: count)
        return QueryNodeEncoder(node: node.element(), encoder: encoder, container: codingPath, key: key)
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
