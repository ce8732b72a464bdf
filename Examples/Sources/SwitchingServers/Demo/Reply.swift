import Foundation

/// The response to a request.
struct Reply {
    let statusCode: Int
    let body: Data

    /// Throws unless the reply has the status code and holds the answer, as JSON.
    func check<Answer: Codable & Equatable>(statusCode expectedCode: Int, answer expected: Answer) throws {
        guard statusCode == expectedCode else { throw WrongReply.statusCode(statusCode, expected: expectedCode) }
        guard try JSONDecoder().decode(Answer.self, from: body) == expected else {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            throw WrongReply.answer(expected: String(decoding: try encoder.encode(expected), as: UTF8.self))
        }
    }
}
