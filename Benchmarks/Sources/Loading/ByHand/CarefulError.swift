/// An error of a load.
enum CarefulError: Error {
    case invalidURL
    case cancelled
    case timedOut
    case tooLarge
    case tooManyRedirects
    case transport(any Error)
    case status(Int, ServerError?)
    case decoding(any Error)
}

/// An error as a server describes it.
struct ServerError: Decodable {
    var error: String?
    var reason: String?
}
