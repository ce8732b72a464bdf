/// What may go wrong with a load.
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

/// What a server says of an error.
struct ServerError: Decodable {
    var error: String?
    var reason: String?
}
