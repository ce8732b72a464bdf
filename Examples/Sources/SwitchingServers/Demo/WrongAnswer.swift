import Foundation

/// An answer that is not the one that was expected.
struct WrongAnswer: LocalizedError {
    let answer: String
    let expected: String

    var errorDescription: String? { "The answer is \(answer.prefix(500)), but should be \(expected.prefix(500))." }

    static func unless<Answer: Equatable>(_ answer: Answer, is expected: Answer) throws(WrongAnswer) {
        guard answer == expected else { throw WrongAnswer(answer: "\(answer)", expected: "\(expected)") }
    }
}
