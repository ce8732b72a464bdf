// Parts with a wrong type. In an extension that declares the conformance, the compiler warns of them.
import Endpoint
import Foundation

enum HTTPMethod { case get, post }

struct CreateUser {
    var name: String
}

nonisolated extension CreateUser: APIEndpointType {
    var relativeURLString: String { "users" }
    var method: HTTPMethod { .post }  // expect: nearly matches defaulted requirement
    var queryItems: [URLQueryItem]? { nil }  // expect: nearly matches defaulted requirement
    var body: Data { Data() }  // expect: nearly matches defaulted requirement
}

struct DeleteUser {}

nonisolated extension DeleteUser: APIEndpointType {
    var relativeURLString: String { "users/7" }
    var method: String { "DELETE" }  // expect: nearly matches defaulted requirement
    var headerFields: [String: Any] { [:] }  // expect: nearly matches defaulted requirement
}
