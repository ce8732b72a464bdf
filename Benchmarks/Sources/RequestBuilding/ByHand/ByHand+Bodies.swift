import Endpoint
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests with JSON or a form.
extension ByHand {
    // The encoder of the library: its options cost a little, but the bytes must be the same.
    private static let encoder = JSONEncoder.endpoint()
    private static let plainEncoder = JSONEncoder()

    static func post(_ url: String, _ body: Data, contentType: String) -> URLRequest {
        var request = URLRequest(url: URL(string: url)!)
        request.httpMethod = "POST"
        request.httpBody = body
        request.allHTTPHeaderFields = ["Content-Type": contentType]
        return request
    }

    static func usualPost(_ path: String, _ body: Data, contentType: String) -> URLRequest {
        var request = URLRequest(url: RequestCase.baseURL.appendingPathComponent(path))
        request.httpMethod = "POST"
        request.setValue(contentType, forHTTPHeaderField: "Content-Type")
        request.httpBody = body
        return request
    }

    static func createUser(_ user: User) throws -> URLRequest {
        post("https://api.example.com/v3/users", try encoder.encode(user), contentType: "application/json")
    }

    static func createUserUnsorted(_ user: User) throws -> URLRequest {
        post("https://api.example.com/v3/users", try plainEncoder.encode(user), contentType: "application/json")
    }

    static func usualCreateUser(_ user: User) throws -> URLRequest {
        usualPost("users", try JSONEncoder().encode(user), contentType: "application/json")
    }

    static func logIn() -> URLRequest {
        let form = "grant_type=password&username=ada%40example.com&password=correct+horse+%26+battery"
        return post(
            "https://api.example.com/v3/token", Data(form.utf8), contentType: "application/x-www-form-urlencoded")
    }

    static func usualLogIn() -> URLRequest {
        var components = URLComponents()
        components.queryItems = [
            URLQueryItem(name: "grant_type", value: "password"),
            URLQueryItem(name: "username", value: "ada@example.com"),
            URLQueryItem(name: "password", value: "correct horse & battery"),
        ]
        let form = Data((components.percentEncodedQuery ?? "").utf8)
        return usualPost("token", form, contentType: "application/x-www-form-urlencoded")
    }
}
