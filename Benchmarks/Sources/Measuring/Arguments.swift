/// The arguments of a program: words, and `--rounds` with a number.
public struct Arguments {
    /// The error for an invalid number of rounds.
    public struct InvalidRounds: Error {}

    /// The arguments that are not options.
    public private(set) var words: [String] = []

    private var roundCount: Int?

    /// Parses the arguments of this process.
    ///
    /// - Throws: `InvalidRounds` if the number of rounds is not a positive integer.
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

    /// Returns the rounds for the number in the arguments.
    ///
    /// - Parameter count: The number of rounds if the arguments have none.
    /// - Returns: The rounds.
    public func rounds(default count: Int) -> Rounds {
        Rounds(roundCount(default: count))
    }

    /// Returns the number of rounds in the arguments.
    ///
    /// - Parameter count: The number of rounds if the arguments have none.
    /// - Returns: The number.
    public func roundCount(default count: Int) -> Int {
        roundCount ?? count
    }
}
