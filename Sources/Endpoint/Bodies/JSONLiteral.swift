/// A JSON value that is written as a literal, and whose members may have different types.
///
/// The same literal makes a JSON body, a form, the fields of a multipart body, and query items:
///
/// ```swift
/// let json = HTTPBody.json(["title": title, "year": 1843, "note": note, "tags": ["math", "code"]])
/// let form = HTTPBody.form(["amount": 2000, "metadata": ["order": order]])
/// let parts = [MultipartPart].fields(["title": title, "tags": ["math", "code"]])
/// let items = try [URLQueryItem].nestedItems(["limit": 10, "created": ["gte": start]])
/// ```
///
/// Values can be of any type that is `Encodable` and `Sendable`. The encoder writes them as usual:
/// `JSONEncoder.endpoint()` writes a `Date` in ISO 8601, for example. The names in the literal are sent unchanged,
/// regardless of the encoder's key strategy.
///
/// A property that can hold a string or an object, for example, has the type `JSONLiteral`:
///
/// ```swift
/// struct CreateCharge {
///     var source: JSONLiteral  // "tok_1", or ["number": number, "exp_year": 2030]
/// }
/// ```
///
/// ## Leave a value out, or send null
///
/// A value that is nil is left out, even from arrays, dictionaries and literals within the literal. Your own
/// `Encodable` type decides how to encode its optional properties. Write ``null`` to send null, which only JSON has:
///
/// ```swift
/// let body = HTTPBody.json(["title": title, "note": note ?? JSONLiteral.null])
/// ```
///
/// ## Find a wrong value
///
/// If a value in a literal is of a type that is not `Encodable` and `Sendable`, the message of the compiler names the
/// value. If the literal also has several operators, write the type before the function, as in `HTTPBody.json([…])`:
/// for `.json([…])`, the compiler may say only that it is unable to type-check the expression in reasonable time.
///
/// ## Nest literals
///
/// A nested literal whose values are of one type needs no annotation. If the types differ, add `as JSONLiteral`:
///
/// ```swift
/// let body = HTTPBody.json(["author": ["name": "Ada", "born": 1815] as JSONLiteral])
/// ```
///
/// If two members of a `JSONLiteral` that are not nil have the same name, encoding the literal as JSON throws an
/// `EncodingError` that contains the name. In a nested literal without the annotation, a name that occurs twice ends
/// the process, as in any literal of the type `Dictionary`.
public struct JSONLiteral: Sendable {
    /// A value in a literal.
    // The compiler's message for a nested literal of mixed types shows this name, which leads to the annotation.
    public typealias Member = any Encodable & Sendable

    private enum Content {
        case object([(String, Member?)])
        case array([Member?])
        case value(Member?)
    }

    private let content: Content

    /// JSON's null, which is sent, whereas a nil value is left out.
    public static var null: JSONLiteral { JSONLiteral(content: .value(nil)) }

    private init(content: Content) {
        self.content = content
    }

    init(members: [(String, Member?)]) {
        self.init(content: .object(members))
    }

    /// Creates a literal from a value that is not written as a literal, such as a variable.
    ///
    /// - Parameter value: The value. Nil values in its arrays and dictionaries are left out.
    public init(_ value: some Encodable & Sendable) {
        content = .value(value)
    }
}

extension JSONLiteral: ExpressibleByDictionaryLiteral {
    /// Creates an object from a dictionary literal.
    ///
    /// - Parameter elements: The members. A member whose value is nil is left out.
    public init(dictionaryLiteral elements: (String, Member?)...) {
        self.init(members: elements)
    }
}

extension JSONLiteral: ExpressibleByArrayLiteral {
    /// Creates an array from an array literal.
    ///
    /// - Parameter elements: The elements. An element that is nil is left out.
    public init(arrayLiteral elements: Member?...) {
        content = .array(elements)
    }
}

extension JSONLiteral: ExpressibleByStringInterpolation {
    /// Creates a string from a string literal.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}

extension JSONLiteral: ExpressibleByIntegerLiteral {
    /// Creates a number from an integer literal.
    public init(integerLiteral value: Int) {
        self.init(value)
    }
}

extension JSONLiteral: ExpressibleByFloatLiteral {
    /// Creates a number from a floating-point literal.
    public init(floatLiteral value: Double) {
        self.init(value)
    }
}

extension JSONLiteral: ExpressibleByBooleanLiteral {
    /// Creates a Boolean value from a literal.
    public init(booleanLiteral value: Bool) {
        self.init(value)
    }
}

extension JSONLiteral: Encodable {
    /// Encodes the object, the array, the value or null.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: `EncodingError` for an object in which two members that are not nil have the same name, except in
    ///   fields and query items, where a name may occur more than once; rethrows errors from values.
    public func encode(to encoder: any Encoder) throws {
        switch content {
        case .object(let members):
            let present = members.compactMap { name, value in PresentValue(value).map { (name, $0) } }
            if let node = encoder as? QueryNode { return try node.encode(members: present) }
            var object: [String: PresentValue] = [:]
            for (name, value) in present where object.updateValue(value, forKey: name) != nil {
                let text = "The name \(name.quoted) occurs twice in an object."
                throw EncodingError.invalidValue(name, .init(codingPath: encoder.codingPath, debugDescription: text))
            }
            // Encoders leave the keys of a dictionary unchanged.
            try object.encode(in: encoder)
        case .array(let elements): try elements.compactMap(PresentValue.init).encode(in: encoder)
        case .value(let value): try (PresentValue(value).map(Nullable.value) ?? .null).encode(to: encoder)
        }
    }
}

extension Encodable {
    /// Encodes the value in a container that, unlike the value itself, knows how the encoder writes dates and data.
    fileprivate func encode(in encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(self)
    }
}

/// A value that is not nil, without the nil values in its arrays and dictionaries, at every level.
private struct PresentValue: Encodable {
    private let value: any Encodable

    /// Returns nil if the value is nil.
    init?(_ value: (any Encodable)?) {
        guard let value else { return nil }
        // The static type is `any Encodable`, so a cast is needed.
        guard let holder = value as? any NilHolder else {
            self.value = value
            return
        }
        guard let value = holder.withoutNil else { return nil }
        self.value = value
    }

    func encode(to encoder: any Encoder) throws { try value.encode(in: encoder) }
}

/// A type whose values may be nil or contain nil.
private protocol NilHolder {
    var withoutNil: (any Encodable)? { get }
}

extension Optional: NilHolder where Wrapped: Encodable {
    fileprivate var withoutNil: (any Encodable)? { PresentValue(self) }
}

extension Array: NilHolder where Element: Encodable {
    fileprivate var withoutNil: (any Encodable)? {
        Element.self is any NilHolder.Type ? compactMap(PresentValue.init) : self
    }
}

extension Dictionary: NilHolder where Key: Encodable, Value: Encodable {
    fileprivate var withoutNil: (any Encodable)? {
        Value.self is any NilHolder.Type ? compactMapValues(PresentValue.init) : self
    }
}
