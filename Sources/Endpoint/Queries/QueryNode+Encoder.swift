import Foundation

extension QueryNode: Encoder, SingleValueEncodingContainer {
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        becomeKeyed(by: type)
        return KeyedEncodingContainer(QueryKeyedContainer(node: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        content = .unkeyed
        return QueryUnkeyedContainer(node: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() {}

    func encode(_ value: some Encodable) throws {
        switch value {
        case let text as String: content = .text(text)
        case let flag as Bool: content = .flag(flag)
        case let date as Date:
            // The error contains a number, not the date: the description of a date that is not finite ends the process.
            // The product must be finite because `millisecondsSince1970` multiplies too.
            try checkFinite(date.timeIntervalSinceReferenceDate * 1000)
            content = .text(try dates.text(of: date, at: codingPath))
        case let data as Data: content = .data(data)
        case let parameter as any ParameterValue:
            try checkFinite(value)
            content = .text(parameter.parameterValue)
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

// The container protocols require a method for each primitive type. In each container, one generic method is enough,
// except for `Int128` and `UInt128`, which the default methods of the protocols refuse.

private struct QueryKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: QueryNode
    var codingPath: [any CodingKey] { node.codingPath }

    func encodeNil(forKey key: Key) {
        _ = node.member(key, isContainer: false)
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try node.member(key, isContainer: false).encode(value)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        node.member(key, isContainer: true).container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        node.member(key, isContainer: true).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        node.member("super".codingKey, isContainer: true)
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        node.member(key, isContainer: true)
    }
}

private struct QueryUnkeyedContainer: UnkeyedEncodingContainer {
    let node: QueryNode
    var codingPath: [any CodingKey] { node.codingPath }
    var count: Int { node.children.count }

    func encodeNil() {
        _ = node.element()
    }

    func encode<T: Encodable>(_ value: T) throws {
        try node.element().encode(value)
    }

    func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        node.element().container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        node.element().unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        node.element()
    }
}
