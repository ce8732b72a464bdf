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

    func element() -> QueryNode { append("") }

    func sortMembers() {
        children.sort { $0.key < $1.key }
        places = [:]
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
