import Foundation

/// The error for an answer other than the expected one.
package struct WrongAnswer: LocalizedError {
    private let answer: String
    private let expected: String

    package var errorDescription: String? {
        "The answer is \(answer.prefix(500)), but should be \(expected.prefix(500))."
    }

    package static func unless<Answer: Equatable>(
        _ answer: Answer,
        is expected: Answer
    ) throws(WrongAnswer) {
        guard answer == expected else { throw WrongAnswer(answer: "\(answer)", expected: "\(expected)") }
    }
}
