/// A value whose `description` is its `text`.
///
/// A conforming type implements only `text`: the public `description` is declared here, once for all types.
package protocol ShownAsText: CustomStringConvertible {
    /// A sentence or a name for a person, without recognised credentials.
    var text: String { get }
}

extension ShownAsText {
    public var description: String { text }
}
