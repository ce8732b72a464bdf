public import Foundation

/// An encoder that turns a value into query items or form fields.
///
/// Servers differ in how they read nested values and arrays; choose the styles that your server reads:
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
/// Nil values, empty arrays and empty dictionaries are left out. In a URL, brackets and commas are percent-encoded.
public struct QueryEncoder: Sendable {
    /// The style of arrays; by default `tags[]=a&tags[]=b`.
    public var arrays: ArrayStyle

    /// The style of the keys of nested values; by default `user[name]=a`.
    public var nesting: NestingStyle

    /// The style of keys; by default unchanged.
    ///
    /// The keys of a dictionary and the names in a literal are data, and never change.
    public var keys: KeyStyle

    /// The style of booleans; by default `true` and `false`.
    public var booleans: BooleanStyle

    /// The style of dates; by default ISO 8601.
    public var dates: DateStyle

    /// The style of data; by default Base64.
    public var data: DataStyle

    /// Creates an encoder.
    ///
    /// - Parameters:
    ///   - arrays: The style of arrays; by default `tags[]=a&tags[]=b`.
    ///   - nesting: The style of the keys of nested values; by default `user[name]=a`.
    ///   - keys: The style of keys, except the keys of dictionaries and the names in literals; by default unchanged.
    ///   - booleans: The style of booleans; by default `true` and `false`.
    ///   - dates: The style of dates; by default ISO 8601.
    ///   - data: The style of data; by default Base64.
    public init(
        arrays: ArrayStyle = .brackets,
        nesting: NestingStyle = .brackets,
        keys: KeyStyle = .unchanged,
        booleans: BooleanStyle = .words,
        dates: DateStyle = .iso8601,
        data: DataStyle = .base64
    ) {
        self.arrays = arrays
        self.nesting = nesting
        self.keys = keys
        self.booleans = booleans
        self.dates = dates
        self.data = data
    }

    /// Encodes a value as query items.
    ///
    /// Declare raw values for an enum: a case without a raw value or associated values encodes as an object that
    /// contains only an empty object, so it adds no item.
    ///
    /// - Parameter value: A value that encodes as a keyed container, such as a struct or a dictionary with string keys.
    /// - Returns: The items, in the order in which the value encodes its keys; string and integer keys of a dictionary
    ///   are sorted as text.
    /// - Throws: `EncodingError` for a value without keys, for a number that is not finite or has 128 bits, for a date
    ///   whose time in milliseconds is not finite, for a date in ISO 8601 whose year is not from 0 to 9999, for a
    ///   nested key that is empty or contains a separator of the ``NestingStyle``, and for an array that its
    ///   ``ArrayStyle`` cannot represent. Rethrows errors from the value and from custom styles.
    public func encode(_ value: some Encodable) throws -> [URLQueryItem] {
        try fields(of: value).map { URLQueryItem(name: $0.name, value: try text(of: $0.value)) }
    }

    /// A field, whose value is plain.
    typealias Field = (name: String, value: QueryNode)

    func fields(of value: some Encodable) throws -> [Field] {
        let node = QueryNode(dates: dates)
        try node.encode(value)
        guard case .keyed = node.content else {
            let type = String(describing: type(of: value))
            let text = "Query items and fields need names, but \(type) encodes as a value without names."
            // The error holds the type instead of the value, because the value may hold secrets.
            throw EncodingError.invalidValue(type, .init(codingPath: [], debugDescription: text))
        }
        var fields: [Field] = []
        for member in node.members { try add(member, name: name(of: member), to: &fields) }
        return fields
    }

    private func add(_ node: QueryNode, name: String, to fields: inout [Field]) throws {
        switch node.content {
        case .null: break
        case .text, .flag, .data: fields.append((name, node))
        case .keyed:
            for member in node.members { try add(member, name: nested(self.name(of: member), in: name), to: &fields) }
        case .unkeyed where arrays == .commaSeparated:
            let texts = try node.children.compactMap { try textBetweenCommas(of: $0, name: name) }
            if !texts.isEmpty { fields.append((name, QueryNode(.text(texts.joined(separator: ","))))) }
        case .unkeyed:
            for (index, element) in node.children.enumerated() {
                try add(element, name: self.name(of: element, at: index, in: name), to: &fields)
            }
        }
    }

    private func name(of member: QueryNode) -> String {
        member.hasDataAsName ? member.name : keys.text(of: member.name)
    }

    private func nested(_ key: String, in name: String) throws -> String {
        let isDots = nesting == .dots
        // A server would read such a key as several keys, or as an array.
        guard !key.isEmpty, !key.utf8.contains(where: (isDots ? "." : "[]").utf8.contains) else {
            throw Self.refusal(of: name, "The key \(key.quoted) in \(name) is empty or contains a separator of keys.")
        }
        return isDots ? "\(name).\(key)" : "\(name)[\(key)]"
    }

    private func name(of element: QueryNode, at index: Int, in name: String) throws -> String {
        switch arrays {
        case .brackets where !element.isContainer: return "\(name)[]"
        // Without indices, a server could not tell the elements that have members or elements apart.
        case .brackets, .indexedBrackets: return "\(name)[\(index)]"
        case .repeatedKeys where element.isContainer:
            let text = "The array \(name) cannot be sent with repeated keys: an element is an array or an object."
            throw Self.refusal(of: name, text)
        case .repeatedKeys, .commaSeparated: return name
        }
    }

    private static func refusal(of name: String, _ text: String) -> EncodingError {
        .invalidValue(name, .init(codingPath: [], debugDescription: text))
    }

    /// Returns the text of a plain value, or nil for any other value.
    func text(of node: QueryNode) throws -> String? {
        switch node.content {
        case .text(let text): text
        case .flag(let flag): booleans == .numbers ? (flag ? "1" : "0") : flag.parameterValue
        case .data(let data): try self.data.text(of: data)
        case .null, .keyed, .unkeyed: nil
        }
    }

    /// Returns the text of an element of a comma-separated array, or nil for null.
    private func textBetweenCommas(of element: QueryNode, name: String) throws -> String? {
        if case .null = element.content { return nil }
        if let text = try text(of: element), !text.utf8.contains(UInt8(ascii: ",")) { return text }
        let text =
            "The array \(name) cannot be separated by commas: "
            + "an element contains a comma, or is an array or an object."
        throw Self.refusal(of: name, text)
    }
}
