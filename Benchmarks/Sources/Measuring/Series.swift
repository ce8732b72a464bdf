import Foundation

/// The measurements of one way to do something: a value for each round.
public struct Series: Encodable {
    /// The name of the work, such as building a certain request.
    public var name: String

    /// The name of the way.
    public var way: String

    /// The amount of work, if it varies; nil otherwise.
    public var size: Int?

    /// The unit of the values.
    public var unit: String

    /// The value of each round, or a single value if counting gives the same each time.
    public var values: [Double]

    /// Creates a series.
    ///
    /// - Parameters:
    ///   - name: The name of the work.
    ///   - way: The name of the way.
    ///   - size: The amount of work, if it varies; nil otherwise.
    ///   - unit: The unit of the values.
    ///   - values: A value for each round.
    public init(_ name: String, way: String, size: Int? = nil, unit: String, values: [Double]) {
        self.name = name
        self.way = way
        self.size = size
        self.unit = unit
        self.values = values
    }

    /// Writes the series to the standard output, as JSON on its own line.
    ///
    /// - Throws: `EncodingError` for a value that is not a number.
    public func write() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        FileHandle.standardOutput.write(try encoder.encode(self) + Data("\n".utf8))
    }
}
