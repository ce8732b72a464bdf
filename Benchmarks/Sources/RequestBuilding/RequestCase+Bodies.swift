import Endpoint
import Foundation

/// Requests with a body.
extension RequestCase {
    static func bodies() throws -> [RequestCase] {
        let user = User(name: "Ada", mail: "ada@example.com", age: 36)
        let photo = Data(repeating: 0x41, count: 2_048)
        return [
            try RequestCase(
                "POST of JSON",
                exact: [
                    "floor": { try ByHand.createUser(user) },
                    "struct": { try CreateUser(user: user).request(baseURL: baseURL) },
                ],
                others: [
                    "floor, encoder without options": { try ByHand.createUserUnsorted(user) },
                    "usual way": { try ByHand.usualCreateUser(user) },
                ]),
            try RequestCase(
                "POST of a form",
                exact: [
                    "floor": ByHand.logIn,
                    "struct": { try LogIn(name: "ada@example.com").request(baseURL: baseURL) },
                ],
                others: ["usual way": ByHand.usualLogIn]),
            try RequestCase(
                "POST of multipart with 4 parts",
                exact: [
                    "floor": { ByHand.addPhoto(photo) },
                    "struct": { try AddPhoto(photo: photo).request(baseURL: baseURL) },
                ],
                others: ["usual way": { ByHand.usualAddPhoto(photo) }]),
        ]
    }
}
