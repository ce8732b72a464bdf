import Foundation

/// What is wrong with a reply.
enum WrongReply: LocalizedError {
    case notHTTP
    case statusCode(Int, expected: Int)
    case answer(expected: String)

    var errorDescription: String? {
        switch self {
        case .notHTTP: "The response is not one of HTTP."
        case .statusCode(let code, let expected): "The status code is \(code), not \(expected)."
        case .answer(let expected): "The answer should be \(expected)"
        }
    }
}
