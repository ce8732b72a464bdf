/// A command-line option of a program that takes at most one option.
package protocol CommandLineOption: RawRepresentable, CaseIterable where RawValue == String {}

extension CommandLineOption {
    /// Reads the option from the arguments of this process.
    ///
    /// - Returns: The option, or nil if there is none.
    /// - Throws: ``UnknownArguments``.
    package static func given() throws -> Self? {
        try given(Array(CommandLine.arguments.dropFirst()))
    }

    package static func given(_ arguments: [String]) throws(UnknownArguments) -> Self? {
        guard let first = arguments.first else { return nil }
        guard arguments.count == 1, let option = Self(rawValue: first) else {
            throw UnknownArguments(arguments: arguments, known: allCases.map(\.rawValue))
        }
        return option
    }
}
