import Foundation

/// What was measured of one way to do something: a value for each round.
public struct Series: Encodable {
    /// What is done, such as building a certain request.
    public var name: String

    /// How it is done.
    public var way: String

    /// How much of it is done, where that is what changes.
    public var size: Int?

    /// What the values are.
    public var unit: String

    /// A value for each round, or a single one where counting gives the same each time.
    public var values: [Double]

    /// Creates a series.
    ///
    /// - Parameters:
    ///   - name: What is done.
    ///   - way: How it is done.
    ///   - size: How much of it is done, where that is what changes.
    ///   - unit: What the values are.
    ///   - values: A value for each round.
    public init(_ name: String, way: String, size: Int? = nil, unit: String, values: [Double]) {
        self.name = name
        self.way = way
        self.size = size
        self.unit = unit
        self.values = values
    }

    /// Writes it to the standard output, as JSON in a line of its own.
    ///
    /// - Throws: `EncodingError` for a value that is not a number.
    public func write() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        FileHandle.standardOutput.write(try encoder.encode(self) + Data("\n".utf8))
    }
}
