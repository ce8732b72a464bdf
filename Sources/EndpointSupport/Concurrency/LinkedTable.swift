/// Values by key, in the order in which they were added.
///
/// The time of each operation does not depend on the number of values.
///
/// This is a class because a copy of a dictionary takes time for each value, and a state that a lock protects is
/// easily copied by mistake.
public final class LinkedTable<Key: Hashable, Value> {
    private struct Node {
        var value: Value
        var previous: Key?
        var next: Key?
    }

    private var nodes: [Key: Node] = [:]

    /// The key of the value that was added before all others.
    public private(set) var first: Key?

    /// The key of the value that was added after all others.
    public private(set) var last: Key?

    public init() {}

    public var count: Int { nodes.count }

    /// Replaces a value in place.
    public subscript(key: Key) -> Value? {
        get { nodes[key]?.value }
        set { if let newValue { nodes[key]?.value = newValue } }
    }

    /// Adds a value with a new key after all others.
    public func append(_ value: Value, for key: Key) {
        nodes[key] = Node(value: value, previous: last)
        if let last { nodes[last]?.next = key } else { first = key }
        last = key
    }

    @discardableResult
    public func remove(_ key: Key) -> Value? {
        guard let node = nodes.removeValue(forKey: key) else { return nil }
        if let previous = node.previous { nodes[previous]?.next = node.next } else { first = node.next }
        if let next = node.next { nodes[next]?.previous = node.previous } else { last = node.previous }
        return node.value
    }
}
