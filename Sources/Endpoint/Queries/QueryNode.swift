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

    /// Makes a member of this node.
    ///
    /// - Parameters:
    ///   - key: The name of the member.
    ///   - isContainer: `true` if the member will hold further values. An existing container of that name is then
    ///     returned; otherwise, a new node replaces any member of that name.
    /// - Returns: The node of the member.
    func member(_ key: String, isContainer: Bool) -> QueryNode {
        guard let place = place(of: key) else { return append(key) }
        if isContainer, children[place].node.isContainer { return children[place].node }
        children[place].node = QueryNode()
        return children[place].node
    }

    /// Adds an element to this node.
    func element() -> QueryNode { append("") }

    /// Sorts the members by their keys.
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
