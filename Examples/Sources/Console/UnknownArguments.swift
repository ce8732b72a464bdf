import Foundation

/// The error for an unknown argument, or for more than one argument.
package struct UnknownArguments: LocalizedError, Equatable {
    let arguments: [String]
    let known: [String]

    package var errorDescription: String? {
        "The arguments can be one of \(known.joined(separator: ", ")), but are \(arguments.joined(separator: " "))."
    }
}
