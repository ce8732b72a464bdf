/// A value on its way into query items: what it encoded, before the style of the server gives it names.
final class QueryNode {
    enum Content {
        case null
        case text(String)
        case keyed
        case unkeyed
    }

    var content = Content.null
    private(set) var members: [(key: String, node: QueryNode)] = []
    private(set) var elements: [QueryNode] = []
    private var places: [String: Int] = [:]

    /// Makes a member of this node.
    ///
    /// - Parameters:
    ///   - key: The name of the member.
    ///   - isContainer: Whether it is to hold further values: then one that is there already goes on. For a plain value
    ///     it gives way.
    /// - Returns: The node of the member.
    func member(_ key: String, isContainer: Bool) -> QueryNode {
        if isContainer, let place = places[key], members[place].node.isContainer { return members[place].node }
        let node = QueryNode()
        if let place = places[key] {
            members[place].node = node
        } else {
            places[key] = members.count
            members.append((key, node))
        }
        return node
    }

    private var isContainer: Bool {
        switch content {
        case .keyed, .unkeyed: true
        case .null, .text: false
        }
    }

    /// Makes a further element of this node.
    func element() -> QueryNode {
        let node = QueryNode()
        elements.append(node)
        return node
    }

    /// Puts the members in the order of their keys.
    func sortMembers() {
        members.sort { $0.key < $1.key }
        places = Dictionary(uniqueKeysWithValues: members.enumerated().map { ($1.key, $0) })
    }
}
