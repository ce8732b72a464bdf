/// A book of the library.
public struct Book: Codable, Equatable, Sendable {
    public var id: Int
    public var title: String
    public var isLent: Bool

    public init(id: Int, title: String, isLent: Bool = false) {
        self.id = id
        self.title = title
        self.isLent = isLent
    }
}
