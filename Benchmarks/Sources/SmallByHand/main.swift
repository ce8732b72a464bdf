// The smallest program that makes the request of `Small` with Foundation alone.
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

let name = CommandLine.arguments[0]
var components = URLComponents(string: "https://example.com/api/")
components?.path += "users/\(name)"
components?.queryItems = [URLQueryItem(name: "page", value: "2")]
if let url = components?.url {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try JSONEncoder().encode(["name": name])
    print(request)
}
