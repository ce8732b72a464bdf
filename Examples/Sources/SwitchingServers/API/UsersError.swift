import EndpointController

/// An error as the API describes it in the body of a response.
struct UsersError: EndpointServerError, Encodable {
    var reason: String?
    var userID: String?
}
