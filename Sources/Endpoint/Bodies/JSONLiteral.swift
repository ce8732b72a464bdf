/// A JSON object or array that is written as a literal and may have values of different types.
///
/// ```swift
/// let body = HTTPBody.json(["title": title, "year": 1843, "note": note, "tags": ["math", "code"]])
/// ```
///
/// Values can be of any `Encodable` type. The encoder writes them as usual: `JSONEncoder.endpoint()` writes a `Date` in
/// ISO 8601, for example. The names in the literal are sent unchanged, regardless of the encoder's
/// `keyEncodingStrategy`.
///
/// ## Leave a value out, or send null
///
/// A value that is nil is left out, even from arrays, dictionaries and literals within the literal. Your own
/// `Encodable` type decides how to encode its optional properties. Write ``null`` to send null:
///
/// ```swift
/// let body = HTTPBody.json(["title": title, "note": note ?? JSONLiteral.null])
/// ```
///
/// ## Nest literals
///
/// A nested literal whose values are of one type needs no annotation. If the types differ, add `as JSONLiteral`:
///
/// ```swift
/// let body = HTTPBody.json(["author": ["name": "Ada", "born": 1815] as JSONLiteral])
/// ```
///
/// If two members of a `JSONLiteral` that are not nil have the same name, encoding the literal throws an
/// `EncodingError` that contains the name. In a nested literal without the annotation, a name that occurs twice ends
/// the process, as in any literal of the type `Dictionary`.
public struct JSONLiteral {
    private enum Content {
        case object([String: JSONLiteral])
        case array([JSONLiteral])
        case null
        case duplicate(String)
        case value(any Encodable)
    }

    private let content: Content

    /// JSON's null, which is sent, whereas a nil value is left out.
    public static var null: JSONLiteral { JSONLiteral(content: .null) }

    private init(content: Content) {
        self.content = content
    }

    /// Creates a value without the nil values in its arrays and dictionaries, at every level; returns nil if the value
    /// itself is nil.
    fileprivate init?(nonNil value: (any Encodable)?) {
        guard let value else { return nil }
        // The static type is `any Encodable`, so a cast is needed. Checking the type first is cheaper than a failing cast.
        guard type(of: value) is any NilHolder.Type, let holder = value as? any NilHolder else {
            content = .value(value)
            return
        }
        guard let value = holder.withoutNil else { return nil }
        content = .value(value)
    }
}

extension JSONLiteral: ExpressibleByDictionaryLiteral {
    /// Creates an object from a dictionary literal.
    ///
    /// - Parameter elements: The members. A member whose value is nil is left out.
    public init(dictionaryLiteral elements: (String, (any Encodable)?)...) {
        var members: [String: JSONLiteral] = [:]
        members.reserveCapacity(elements.count)
        for (name, value) in elements {
            guard let value = JSONLiteral(nonNil: value) else { continue }
            guard members.updateValue(value, forKey: name) == nil else {
                self.init(content: .duplicate(name))
                return
            }
        }
        self.init(content: .object(members))
    }
}

extension JSONLiteral: ExpressibleByArrayLiteral {
    /// Creates an array from an array literal.
    ///
    /// - Parameter elements: The elements. An element that is nil is left out.
    public init(arrayLiteral elements: (any Encodable)?...) {
        self.init(content: .array(elements.compactMap(JSONLiteral.init(nonNil:))))
    }
}

extension JSONLiteral: Encodable {
    /// Encodes the object, the array, the value or null.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: `EncodingError` for an object in which two members that are not nil have the same name; rethrows
    ///   errors from values.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch content {
        case .object(let members): try container.encode(members)
        case .array(let elements): try container.encode(elements)
        case .null: try container.encodeNil()
        // The container, unlike the value itself, knows how the encoder writes dates and data.
        case .value(let value): try container.encode(value)
        case .duplicate(let name):
            let text = "The name \(name.quoted) occurs twice in an object."
            throw EncodingError.invalidValue(name, .init(codingPath: encoder.codingPath, debugDescription: text))
        }
    }
}

/// A type whose values may be nil or contain nil.
private protocol NilHolder {
    var withoutNil: (any Encodable)? { get }
}

extension Optional: NilHolder where Wrapped: Encodable {
    fileprivate var withoutNil: (any Encodable)? { JSONLiteral(nonNil: self) }
}

extension Array: NilHolder where Element: Encodable {
    fileprivate var withoutNil: (any Encodable)? {
        Element.self is any NilHolder.Type ? compactMap(JSONLiteral.init(nonNil:)) : self
    }
}

extension Dictionary: NilHolder where Key: Encodable, Value: Encodable {
    fileprivate var withoutNil: (any Encodable)? {
        Value.self is any NilHolder.Type ? compactMapValues(JSONLiteral.init(nonNil:)) : self
    }
}
