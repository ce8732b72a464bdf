/// One of the ways to do the same, which are compared.
public struct Way {
    let name: String
    let size: Int?
    let run: (_ calls: Int) throws -> Void

    /// Creates a way.
    ///
    /// - Parameters:
    ///   - name: The name of the way.
    ///   - size: The amount of work, if that is what changes.
    ///   - run: Does it so many times.
    public init(_ name: String, size: Int? = nil, run: @escaping (_ calls: Int) throws -> Void) {
        self.name = name
        self.size = size
        self.run = run
    }
}
