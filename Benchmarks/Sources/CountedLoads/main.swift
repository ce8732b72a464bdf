// Loads a user from memory a number of times, one after the other, so that callgrind can count the instructions.
//
//     CountedLoads N
//
// The function that waits is not asynchronous, because valgrind 3.19 cannot run a program with an asynchronous main.
import Dispatch
import EndpointController
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct User: Decodable, Sendable {
    var id: Int
    var name: String
    var team: String
}

struct GetUser {
    var id: Int
}

extension GetUser: APIEndpointType, PayloadProviderType {
    typealias Payload = User

    var relativeURLString: String { "users/\(segment: id)" }
}

/// A transport that answers from memory.
struct Memory: EndpointTransport {
    func send(
        _ outgoing: OutgoingRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        let request = outgoing.urlRequest
        let fields = ["Content-Type": "application/json"]
        let head = EndpointResponseHead(url: request.url, statusCode: 200, headerFields: fields)
        let user = Data(#"{"id":867,"name":"Ada Lovelace","team":"R&D"}"#.utf8)
        return EndpointStreamedResponse(head: head, body: EndpointResponseBody(user))
    }
}

guard CommandLine.arguments.count == 2, let count = Int(CommandLine.arguments[1]) else {
    print("usage: CountedLoads N")
    exit(2)
}
let api = EndpointController(baseURL: URL(string: "https://api.example.com/"), transport: Memory())
let done = DispatchSemaphore(value: 0)
Task.detached {
    do {
        for _ in 0..<count { _ = try await api.load(GetUser(id: 867)) }
    } catch {
        print(error)
        exit(1)
    }
    done.signal()
}
done.wait()
