/// The arguments of a program: words, and `--rounds` with a number.
public struct Arguments {
    /// A number of rounds that is none.
    public struct InvalidRounds: Error {}

    /// All but the options.
    public private(set) var words: [String] = []

    private var roundCount: Int?

    /// Takes the arguments of this process.
    ///
    /// - Throws: `InvalidRounds`.
    public init() throws {
        var arguments = CommandLine.arguments.dropFirst()
        while let argument = arguments.popFirst() {
            guard argument == "--rounds" else {
                words.append(argument)
                continue
            }
            guard let count = arguments.popFirst().flatMap({ Int($0) }), count > 0 else { throw InvalidRounds() }
            roundCount = count
        }
    }

    /// Returns as many rounds as the arguments say.
    ///
    /// - Parameter count: The number of rounds if the arguments do not say.
    /// - Returns: The rounds.
    public func rounds(default count: Int) -> Rounds {
        Rounds(roundCount(default: count))
    }

    /// Returns the number of rounds that the arguments say.
    ///
    /// - Parameter count: The number of rounds if the arguments do not say.
    /// - Returns: The number.
    public func roundCount(default count: Int) -> Int {
        roundCount ?? count
    }
}
