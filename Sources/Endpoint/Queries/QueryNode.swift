/// A value on its way into query items: what it encoded, before the style of the server gives it names.
final class QueryNode {
    enum Content {
        case null
        case text(String)
        case keyed([(key: String, node: QueryNode)])
        case unkeyed([QueryNode])
    }

    var content = Content.null

    /// Makes a member of this node; one of that name that was encoded before gives way.
    func member(_ key: String) -> QueryNode {
        let node = QueryNode()
        var members: [(key: String, node: QueryNode)] = []
        if case .keyed(let present) = content { members = present }
        members.removeAll { $0.key == key }
        members.append((key, node))
        content = .keyed(members)
        return node
    }

    /// Makes a further element of this node.
    func element() -> QueryNode {
        let node = QueryNode()
        var elements: [QueryNode] = []
        if case .unkeyed(let present) = content { elements = present }
        content = .unkeyed(elements + [node])
        return node
    }

    var count: Int {
        if case .unkeyed(let elements) = content { elements.count } else { 0 }
    }
}
