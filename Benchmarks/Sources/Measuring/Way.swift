/// One of several ways to do the same work, which are compared.
public struct Way {
    let name: String
    let size: Int?
    let run: (_ calls: Int) throws -> Void

    /// Creates a way.
    ///
    /// - Parameters:
    ///   - name: The name of the way.
    ///   - size: The amount of work, if it varies; by default nil.
    ///   - run: Does the work a number of times.
    public init(_ name: String, size: Int? = nil, run: @escaping (_ calls: Int) throws -> Void) {
        self.name = name
        self.size = size
        self.run = run
    }
}
