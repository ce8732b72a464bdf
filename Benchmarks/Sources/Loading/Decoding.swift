import EndpointController
import Foundation
import Measuring

/// A response of 10 MB, from its bytes to an array of users.
enum Decoding {
    struct WrongCount: Error {}

    static func measure(_ rounds: Rounds) throws {
        let users = (0..<136_000).map { User(id: $0, name: "Ada Lovelace of \($0)", team: "Research & Development") }
        let data = try JSONEncoder().encode(users)
        let response = EndpointResponse(
            request: URLRequest(url: URL(string: "https://api.example.com/users")!),
            head: EndpointResponseHead(
                url: nil, statusCode: 200, headerFields: ["Content-Type": "application/json"]),
            body: data)
        let (decoder, byHand) = (JSONDecoder.endpoint(), JSONDecoder())
        let ways = [
            way("JSONDecoder by hand", users.count) { try byHand.decode([User].self, from: data) },
            way("PayloadParser.json", users.count) {
                try PayloadParser<[User]>.json.parse(response, decoder: decoder)
            },
        ]
        for series in try rounds.time("decoding of \(data.count / 1_000_000) MB of JSON", ways) { try series.write() }
    }

    private static func way(_ name: String, _ count: Int, _ decode: @escaping () throws -> [User]) -> Way {
        Way(name) { calls in
            for _ in 0..<calls {
                guard try decode().count == count else { throw WrongCount() }
            }
        }
    }
}
