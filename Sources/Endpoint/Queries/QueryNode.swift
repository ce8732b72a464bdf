import Foundation

/// An encoded value, before the styles of the encoder determine the names of its fields.
final class QueryNode {
    enum Content {
        case null
        case text(String)
        case data(Data)
        case keyed
        case unkeyed
    }

    var content = Content.null
    /// The type of the keys, or nil before a keyed container is requested.
    private var keys: ObjectIdentifier?
    /// The standard library's private type for the string and integer keys of a dictionary.
    private static let dictionaryKeys: ObjectIdentifier? = {
        let node = QueryNode()
        try? [String: String]().encode(to: QueryNodeEncoder(node: node, encoder: QueryEncoder()))
        return node.keys
    }()

    /// The members or elements; elements have empty keys.
    private(set) var children: [(key: String, node: QueryNode)] = []
    /// The indices of the members by key, filled only if there are too many members to search one by one.
    private var places: [String: Int] = [:]

    /// Returns the node into which the value of a key is encoded.
    ///
    /// If `isContainer` is `true`, an existing container is reused: a value may ask for a container more than once. In
    /// all other cases, a new node replaces any existing member with that key.
    func member(_ key: String, isContainer: Bool) -> QueryNode {
        guard let place = place(of: key) else { return append(key) }
        if isContainer, children[place].node.isContainer { return children[place].node }
        children[place].node = QueryNode()
        return children[place].node
    }

    /// Makes the node a keyed container.
    ///
    /// A dictionary may share the node with other members; the type of the dictionary's keys is then kept.
    func becomeKeyed(by type: any CodingKey.Type) {
        content = .keyed
        // The first condition also prevents recursion while `dictionaryKeys` is initialized.
        if keys == nil || keys != Self.dictionaryKeys { keys = ObjectIdentifier(type) }
    }

    func element() -> QueryNode { append("") }

    /// The members in the order in which they are sent: sorted for a dictionary, whose order differs in each process.
    var members: [(key: String, node: QueryNode)] {
        guard keys == Self.dictionaryKeys else { return children }
        return children.map(\.key).sorted().compactMap { key in place(of: key).map { children[$0] } }
    }

    private var isContainer: Bool {
        switch content {
        case .keyed, .unkeyed: true
        case .null, .text, .data: false
        }
    }

    private func append(_ key: String) -> QueryNode {
        let node = QueryNode()
        children.append((key, node))
        return node
    }

    private func place(of key: String) -> Int? {
        // A linear search is faster than a dictionary for few members, but its total time is quadratic in their number.
        if children.count < 32 { return children.firstIndex { $0.key == key } }
        for place in places.count..<children.count { places[children[place].key] = place }
        return places[key]
    }
}
