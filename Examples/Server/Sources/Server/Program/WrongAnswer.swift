import Foundation

/// The error for an answer other than the expected one.
struct WrongAnswer: LocalizedError {
    let answer: String
    let expected: String

    var errorDescription: String? { "The answer is \(answer), but should be \(expected)." }
}
