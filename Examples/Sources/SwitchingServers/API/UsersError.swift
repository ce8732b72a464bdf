import EndpointController

/// What the API says in the body of an error.
struct UsersError: EndpointServerError, Encodable {
    var reason: String?
    var userID: String?
}
