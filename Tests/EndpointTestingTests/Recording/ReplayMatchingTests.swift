import EndpointTesting
import Foundation
import TestSupport
import Testing

/// Tests of the match between requests and exchanges, and of the errors for requests without a match.
@Suite(.timeLimit(.minutes(1))) struct ReplayMatchingTests {
    private let cassettes: Cassettes

    init() throws {
        cassettes = try Cassettes()
    }

    /// Records requests, each of which is answered with its number.
    private func record(_ requests: [URLRequest], hiding secrets: CassetteSecrets = CassetteSecrets()) async throws {
        let stub = StubTransport()
        stub.on(.any) { [stub] _ in .text("\(stub.calls.count)") }
        try await cassettes.record(stub, hiding: secrets) { transport in
            for request in requests { _ = await outcome(of: request, over: transport) }
        }
    }

    private func get(_ reference: String, _ fields: [String: String] = [:]) -> URLRequest {
        var request = URLRequest(url: url("https://example.com/\(reference)"))
        request.allHTTPHeaderFields = fields
        return request
    }

    @Test func requiresTheRecordedOrderByDefault() async throws {
        try await record([get("a"), get("b")])
        let replay = try ReplayTransport(cassettes.file)
        let early = await outcome(of: get("b"), over: replay)
        #expect(early.contains("GET https://example.com/b is not in the cassette, or not at this place."))
        #expect(
            early.contains(#"The nearest is exchange 1, GET https://example.com/a: the path was "/a" and is "/b"."#))
        #expect(await outcome(of: get("a"), over: replay) == "200 1")
        #expect(await outcome(of: get("b"), over: replay) == "200 2")
        #expect(await outcome(of: get("b"), over: replay).contains("was replayed already"))
        #expect(complaint(replay.verify)?.contains("Not recorded: GET https://example.com/b.") == true)
    }

    @Test("Replays a request whose URL is signed anew")
    func signedURL() async throws {
        func signed(_ date: String, _ signature: String) -> URLRequest {
            get("file?X-Amz-Date=\(date)&X-Amz-Expires=60&X-Amz-Signature=\(signature)")
        }
        try await record([signed("20261128T120000Z", "5ca1ab1e5ca1ab1e")])
        let replay = try ReplayTransport(cassettes.file)
        #expect(await outcome(of: signed("20270101T000000Z", "c0ffee00c0ffee00"), over: replay) == "200 1")
        try replay.verify()
    }

    @Test func replaysEachExchangeOnceInAnyOrderWhenMatching() async throws {
        try await record([get("a"), get("b"), get("a")])
        let replay = try ReplayTransport(cassettes.file, order: .matching)
        #expect(await outcome(of: get("b"), over: replay) == "200 2")
        #expect(await outcome(of: get("a"), over: replay) == "200 1")
        let error = #expect(throws: CassetteError.self) { try replay.verify() }
        guard case .notReplayed(cassettes.file, let exchanges, unrecordedRequests: []) = error else {
            throw try #require(error)
        }
        #expect(exchanges == ["exchange 3, GET https://example.com/a"])
        let text = try #require(error).description
        #expect(text.contains("users.json") && text.contains("Not replayed: exchange 3, GET https://example.com/a."))
        #expect(await outcome(of: get("a"), over: replay) == "200 3")
        try replay.verify()
        #expect(await outcome(of: get("a"), over: replay).contains("was replayed already"))
    }

    @Test(arguments: [
        (HTTPBody.json(text: #"{"a":1,"b":[2]}"#), HTTPBody.json(text: #"{ "b": [2.0], "a": 1 }"#)),
        (.multipart([.text("a", name: "b")]), .multipart([.text("a", name: "b")])),
        (.json(["token": "0123456789", "n": 1]), .json(["token": "9876543210", "n": 1])),
        (.formEncoded(.items(["password": "0123456789"])), .formEncoded(.items(["password": "other"]))),
        (.text("call https://a:0123456789@b/"), .text("call https://c:secret@b/")),
        (.data(Data([0xFF])), .data(Data([0xFF]))),
    ])
    func matchesBodiesThatDifferInLayoutOrSecrets(recorded: HTTPBody, found: HTTPBody) async throws {
        try await record([post(recorded)])
        #expect(await outcome(of: try post(found), over: try ReplayTransport(cassettes.file)) == "200 1")
    }

    @Test func matchesRequestsThatDifferInSecrets() async throws {
        let secrets = CassetteSecrets(names: ["tenant"], values: ["region-north"])
        func request(_ key: String, _ region: String) -> URLRequest {
            get("\(region)/x?tenant=\(key)&api_key=\(key)", ["Authorization": key])
        }
        try await record([request("0123456789", "region-north")], hiding: secrets)
        let replay = try ReplayTransport(cassettes.file, comparing: ["authorization"], hiding: secrets)
        #expect(await outcome(of: request("9876543210", "region-south"), over: replay) == "200 1")
    }

    @Test("Ignores the fragments of URLs") func fragments() async throws {
        try await record([get("a?b=c#top")])
        #expect(await outcome(of: get("a?b=c#end"), over: try ReplayTransport(cassettes.file)) == "200 1")
    }

    private static let form = "application/x-www-form-urlencoded"

    @Test(arguments: [
        ("?api_key=s3cret", "?api_key=x&admin=true", "", ""),
        ("?api_key=s3cret&a=b", "?api_key=x&admin=true&a=b", "", ""),
        ("?region-north", "?page=2", "", ""),
        ("", "", "grant_type=password&password=s3cret", "grant_type=password&password=x&scope=admin"),
        ("", "", "password=s3cret&a=b", "password=x&scope=admin&a=b"),
        ("users/region-north", "users/1/posts/2", "", ""),
        ("users/region-north/a", "users/1/posts/a", "", ""), ("users/a-region-north-a", "users/a-a", "", ""),
    ])
    func matchesASecretWithASingleFieldOrSegment(
        recorded: String, found: String, recordedForm: String, foundForm: String
    ) async throws {
        func request(_ reference: String, _ form: String) -> URLRequest {
            var request = get(reference, ["Content-Type": Self.form])
            request.httpMethod = form.isEmpty ? "GET" : "POST"
            request.httpBody = Data(form.utf8)
            return request
        }
        let secrets = CassetteSecrets(values: ["region-north"])
        try await record([request(recorded, recordedForm)], hiding: secrets)
        let replay = try ReplayTransport(cassettes.file, hiding: secrets)
        #expect(await outcome(of: request(found, foundForm), over: replay).contains("is not in the cassette"))
        let other = recorded.replacingOccurrences(of: "region-north", with: "region-south")
            .replacingOccurrences(of: "s3cret", with: "other")
        let otherForm = recordedForm.replacingOccurrences(of: "s3cret", with: "other")
        #expect(await outcome(of: request(other, otherForm), over: replay) == "200 1")
    }

    @Test(arguments: [
        (
            HTTPBody.multipart([.text("s3cret", name: "password")]),
            HTTPBody.multipart([.text("x", name: "password"), .text("admin", name: "scope")]),
            HTTPBody.multipart([.text("x", name: "password")])
        ),
        (.text("key s3cret"), .text("key x\nscope admin"), .text("key x")),
    ])
    func matchesASecretWithASinglePartOfABody(recorded: HTTPBody, longer: HTTPBody, found: HTTPBody) async throws {
        try await record([post(recorded)], hiding: CassetteSecrets(values: ["s3cret"]))
        let replay = try ReplayTransport(cassettes.file)
        #expect(await outcome(of: try post(longer), over: replay).contains("is not in the cassette"))
        #expect(await outcome(of: try post(found), over: replay) == "200 1")
    }

    @Test("Matches a secret beside binary data") func binaryBody() async throws {
        func request(_ secret: String, _ byte: UInt8) throws -> URLRequest {
            let file = MultipartPart.data(
                Data([0xFF, byte]), name: "file", fileName: "a.jpg", contentType: "image/jpeg")
            return try post(.multipart([.text(secret, name: "_csrf"), file]))
        }
        try await record([request("s3cret-0123", 0xD8)], hiding: CassetteSecrets(values: ["s3cret-0123"]))
        let replay = try ReplayTransport(cassettes.file)
        #expect(await outcome(of: try request("other", 0xD9), over: replay).contains("is not in the cassette"))
        #expect(await outcome(of: try request("other", 0xD8), over: replay) == "200 1")
    }

    @Test(arguments: ["example", "hunter2345"])
    func allowsAReplaySecretThatIsAWordOfTheURL(word: String) async throws {
        func request(_ secret: String) -> URLRequest {
            URLRequest(url: url("https://api.\(word).com/"), fields: ["Authorization": "Bearer \(secret)"])
        }
        try await record([request("0123456789")])
        #expect(await outcome(of: request(word), over: try ReplayTransport(cassettes.file)) == "200 1")
    }

    @Test(arguments: [
        ("PUT", "https://example.com/x?page=1", "a", "[1]", #"the method was "POST" and is "PUT""#),
        (
            "POST", "http://example.com/x?page=1", "a", "[1]",
            #"the server was "https://example.com" and is "http://example.com""#
        ),
        ("POST", "https://example.com/y?page=1", "a", "[1]", #"the path was "/x" and is "/y""#),
        ("POST", "https://example.com/x?page=2", "a", "[1]", #"the query item "page" was "1" and is "2""#),
        ("POST", "https://example.com/x?page=1&a=b", "a", "[1]", #"the query item "a" was none and is "b""#),
        ("POST", "https://example.com/x", "a", "[1]", #"the query item "page" was "1" and is none"#),
        ("POST", "https://example.com/x?page=1&", "a", "[1]", #"the query was "page=1" and is "page=1&""#),
        ("POST", "https://example.com/x?page=1", "b", "[1]", #"the header field "X-A" was "a" and is "b""#),
        ("POST", "https://example.com/x?page=1", "a", "[2]", #"the body at $[0] was "1" and is "2""#),
        ("POST", "https://example.com/x?page=1", "a", "x", #"the body was "[1]" and is "x""#),
        ("POST", "https://example.com/x?page=1", "a", "", #"the body was "[1]" and is none"#),
    ])
    func reportsTheDifferenceFromTheNearestExchange(
        method: String, url string: String, field: String, body: String, difference: String
    ) async throws {
        func request(_ method: String, _ string: String, _ field: String, _ body: String) -> URLRequest {
            var request = URLRequest(url: url(string))
            request.httpMethod = method
            request.allHTTPHeaderFields = [
                "X-A": field, "Content-Type": body == "x" ? "text/plain" : "application/json",
            ]
            request.httpBody = Data(body.utf8)
            return request
        }
        try await record([get("other?page=7"), request("POST", "https://example.com/x?page=1", "a", "[1]"), get("x")])
        let replay = try ReplayTransport(cassettes.file, order: .matching, comparing: ["X-A"])
        let error = await #expect(throws: EndpointTransportError.self) {
            _ = try await replay.send(request(method, string, field, body))
        }
        guard case .invalidRequest(CassetteError.unrecordedRequest(_, let nearest, let differences))? = error else {
            throw try #require(error)
        }
        #expect(nearest == "exchange 2, POST https://example.com/x?page=1")
        #expect(differences == [difference])
    }

    @Test("Takes an exchange with the same path for nearer than one with fewer differences")
    func nearestPath() async throws {
        try await record([get("users?page=1", ["X-A": "a"]), get("teams?page=2", ["X-A": "b"])])
        let replay = try ReplayTransport(cassettes.file, order: .matching, comparing: ["X-A"])
        let text = await outcome(of: get("users?page=2", ["X-A": "b"]), over: replay)
        #expect(text.contains("The nearest is exchange 1"), "\(text)")
    }

    @Test func hidesCredentialsInItsErrors() async throws {
        func request(_ secret: String) -> URLRequest {
            get("\(secret)?token=\(secret)", ["Authorization": "Bearer \(secret)"])
        }
        try await record([get("a")])
        let replay = try ReplayTransport(cassettes.file, comparing: ["Authorization"])
        let text = await outcome(of: request("s3cret-0123"), over: replay)
        #expect(text.contains("***") && !text.contains("s3cret-0123"), "\(text)")
        #expect(complaint(replay.verify)?.contains("s3cret-0123") == false)
    }
}

extension URLRequest {
    fileprivate init(url: URL, fields: [String: String]) {
        self.init(url: url)
        allHTTPHeaderFields = fields
    }
}
