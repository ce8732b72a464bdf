import Foundation

/// An answer that is not the one that was expected.
struct WrongAnswer: LocalizedError {
    let answer: String
    let expected: String

    var errorDescription: String? { "The answer is \(answer), but should be \(expected)." }
}
