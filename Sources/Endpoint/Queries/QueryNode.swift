import Foundation

/// An encoded value whose dates are already text; a `QueryEncoder` applies its other styles when it makes fields.
final class QueryNode {
    enum Content {
        case null
        case text(String)
        case flag(Bool)
        case data(Data)
        case keyed
        case unkeyed
    }

    var content = Content.null
    // The path is computed on demand, because encoding most plain values does not need it.
    private(set) lazy var codingPath: [any CodingKey] = key.map { parentPath + [$0] } ?? parentPath

    /// The members or elements.
    private(set) var children: [QueryNode] = []
    /// The style of dates, which is applied while a value is encoded, so that the value can catch the errors of the
    /// style.
    let dates: QueryEncoder.DateStyle
    private let parentPath: [any CodingKey]
    private let key: (any CodingKey)?
    let name: String
    /// The indices of the members by name, filled only if there are too many members to search one by one.
    private var places: [[UInt8]: Int] = [:]
    /// The type of the keys, or nil before a keyed container is requested.
    private var keys: ObjectIdentifier?
    /// The standard library's private type for the string and integer keys of a dictionary.
    private static let dictionaryKeys = ObjectIdentifier(type(of: "".codingKey))

    init(
        _ content: Content = .null,
        dates: QueryEncoder.DateStyle = .iso8601,
        parentPath: [any CodingKey] = [],
        key: (any CodingKey)? = nil
    ) {
        self.content = content
        self.dates = dates
        self.parentPath = parentPath
        self.key = key
        name = key?.stringValue ?? ""
    }

    /// Returns the node into which the value of a key is encoded.
    ///
    /// If `isContainer` is `true`, an existing container is reused: a value may ask for a container more than once. In
    /// all other cases, a new node replaces any existing member with that key.
    func member(_ key: any CodingKey, isContainer: Bool) -> QueryNode {
        guard let place = place(of: key.stringValue) else { return append(key) }
        if isContainer, children[place].isContainer { return children[place] }
        children[place] = QueryNode(dates: dates, parentPath: codingPath, key: key)
        return children[place]
    }

    func element() -> QueryNode { append(children.count.codingKey) }

    /// Encodes members in the given order, in which a name may occur more than once.
    func encode(members: [(String, some Encodable)]) throws {
        content = .keyed
        for (name, value) in members { try append(name.codingKey).encode(value) }
    }

    /// Makes the node a keyed container.
    ///
    /// A dictionary may share the node with other members; the type of the dictionary's keys is then kept.
    func becomeKeyed(by type: any CodingKey.Type) {
        content = .keyed
        if keys != Self.dictionaryKeys { keys = ObjectIdentifier(type) }
    }

    /// The members in the order in which they are sent: sorted for a dictionary, whose order differs in each process.
    var members: [QueryNode] {
        keys == Self.dictionaryKeys ? children.sorted { $0.name < $1.name } : children
    }

    /// A Boolean value that indicates whether the name is data: a key of a dictionary, or a name in a literal.
    var hasDataAsName: Bool { key.map { ObjectIdentifier(type(of: $0)) } == Self.dictionaryKeys }

    var isContainer: Bool {
        switch content {
        case .keyed, .unkeyed: true
        case .null, .text, .flag, .data: false
        }
    }

    private func append(_ key: any CodingKey) -> QueryNode {
        let node = QueryNode(dates: dates, parentPath: codingPath, key: key)
        children.append(node)
        return node
    }

    private func place(of name: String) -> Int? {
        // A linear search is faster than a dictionary for few members, but its total time is quadratic in their number.
        if children.count < 32 { return children.firstIndex { $0.name.utf8.elementsEqual(name.utf8) } }
        for place in places.count..<children.count { places[Array(children[place].name.utf8)] = place }
        return places[Array(name.utf8)]
    }
}
