/// A response with a status that is not accepted.
struct StatusError: Error {
    let statusCode: Int
}
