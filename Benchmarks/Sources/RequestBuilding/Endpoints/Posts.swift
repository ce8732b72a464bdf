import Endpoint
import Foundation

struct User: Encodable {
    let name: String
    let mail: String
    let age: Int
}

/// A POST request with a JSON body of three fields.
struct CreateUser {
    let user: User
}

extension CreateUser: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType, BodyProviderType {
    var method: HTTPMethod { .post }
    var relativeURLString: String { "users" }
    var body: HTTPBody? { .jsonEncoded(user) }
}

/// A POST request with a form of three fields.
struct LogIn {
    let name: String
}

extension LogIn: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType, BodyProviderType {
    var method: HTTPMethod { .post }
    var relativeURLString: String { "token" }

    var body: HTTPBody? {
        .formEncoded([
            URLQueryItem(name: "grant_type", value: "password"),
            URLQueryItem(name: "username", value: name),
            URLQueryItem(name: "password", value: "correct horse & battery"),
        ])
    }
}

/// A POST request with three fields and a small file, in memory.
struct AddPhoto {
    let photo: Data
}

extension AddPhoto: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType, BodyProviderType {
    var method: HTTPMethod { .post }
    var relativeURLString: String { "photos" }

    var body: HTTPBody? {
        .multipart([
            .text("Holiday", name: "title"),
            .text("Lago Maggiore", name: "place"),
            .text("public", name: "visibility"),
            .data(photo, name: "photo", fileName: "photo.jpeg", contentType: "image/jpeg"),
        ])
    }
}
