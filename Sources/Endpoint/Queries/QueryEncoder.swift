public import Foundation

/// Encodes a value as query items or form fields.
///
/// Servers differ in how they read nested values and arrays; say how yours does:
///
/// ```swift
/// struct Search: Encodable {
///     var text = "ada"
///     var tags = ["math", "code"]
/// }
///
/// let items = try QueryEncoder(arrays: .commaSeparated).encode(Search())
/// // text=ada&tags=math,code
/// ```
///
/// Nil values are left out, and so are empty arrays.
public struct QueryEncoder: Sendable {
    /// How arrays are written.
    public var arrays: ArrayStyle

    /// How the keys of nested values are written.
    public var nesting: NestingStyle

    /// How booleans are written.
    public var booleans: BooleanStyle

    /// How dates are written.
    public var dates: DateStyle

    /// How data is written.
    public var data: DataStyle

    /// Creates an encoder.
    ///
    /// - Parameters:
    ///   - arrays: How arrays are written; by default as `tags[]=a&tags[]=b`.
    ///   - nesting: How the keys of nested values are written; by default as `user[name]=a`.
    ///   - booleans: How booleans are written; by default as `true` and `false`.
    ///   - dates: How dates are written; by default in ISO 8601.
    ///   - data: How data is written; by default in Base64.
    public init(
        arrays: ArrayStyle = .brackets,
        nesting: NestingStyle = .brackets,
        booleans: BooleanStyle = .words,
        dates: DateStyle = .iso8601,
        data: DataStyle = .base64
    ) {
        self.arrays = arrays
        self.nesting = nesting
        self.booleans = booleans
        self.dates = dates
        self.data = data
    }

    /// Encodes a value.
    ///
    /// - Parameter value: A value that encodes as a keyed container, such as a struct or a dictionary.
    /// - Returns: The items, in the order in which the value encodes its keys; those of a dictionary in alphabetical
    ///   order.
    /// - Throws: `EncodingError` for a value without keys, for a number that is not finite, and for an array that
    ///   cannot be separated by commas; or what the value throws while it is encoded.
    public func encode(_ value: some Encodable) throws -> [URLQueryItem] {
        let node = QueryNode()
        try QueryNodeEncoder(node: node, encoder: self, codingPath: []).encode(value)
        guard case .keyed = node.content else {
            let type = String(describing: type(of: value))
            let text = "A query is made of names and values; \(type) encodes as a value without names."
            // The value stays out of the error: it may hold secrets.
            throw EncodingError.invalidValue(type, .init(codingPath: [], debugDescription: text))
        }
        var items: [URLQueryItem] = []
        for (key, member) in node.members { try append(member, name: key, to: &items) }
        return items
    }

    private func append(_ node: QueryNode, name: String, to items: inout [URLQueryItem]) throws {
        switch node.content {
        case .null: break
        case .text(let text): items.append(URLQueryItem(name: name, value: text))
        case .keyed:
            for (key, member) in node.members { try append(member, name: nested(key, in: name), to: &items) }
        case .unkeyed where arrays == .commaSeparated:
            let texts = try node.elements.compactMap { try text(of: $0, name: name) }
            if !texts.isEmpty { items.append(URLQueryItem(name: name, value: texts.joined(separator: ","))) }
        case .unkeyed:
            for (index, element) in node.elements.enumerated() {
                try append(element, name: self.name(ofElement: index, in: name), to: &items)
            }
        }
    }

    private func nested(_ key: String, in name: String) -> String {
        switch nesting {
        case .brackets: "\(name)[\(key)]"
        case .dots: "\(name).\(key)"
        }
    }

    private func name(ofElement index: Int, in name: String) -> String {
        switch arrays {
        case .brackets: "\(name)[]"
        case .indexedBrackets: "\(name)[\(index)]"
        case .repeatedKeys, .commaSeparated: name
        }
    }

    /// The text of an element that is to stand between commas; nil for null.
    private func text(of element: QueryNode, name: String) throws -> String? {
        switch element.content {
        case .null: return nil
        case .text(let text) where !text.utf8.contains(UInt8(ascii: ",")): return text
        default:
            let text = "The array \(name) cannot be separated by commas: an element holds a comma or is no plain value."
            throw EncodingError.invalidValue(name, .init(codingPath: [], debugDescription: text))
        }
    }
}
