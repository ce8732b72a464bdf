/// A value whose `description` is its `text`.
///
/// A type that conforms states only its text; that the text is public, and what it is used for, stands here once.
package protocol ShownAsText: CustomStringConvertible {
    /// A sentence or a name for a person, without recognised credentials.
    var text: String { get }
}

extension ShownAsText {
    public var description: String { text }
}
