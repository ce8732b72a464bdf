import Foundation

/// Arguments that a program does not know, or knows one at a time.
package struct UnknownArguments: LocalizedError, Equatable {
    let arguments: [String]
    let known: [String]

    package var errorDescription: String? {
        "The arguments can be one of \(known.joined(separator: ", ")), but are \(arguments.joined(separator: " "))."
    }
}
