@testable import EndpointTesting
import Foundation
import TestSupport
import Testing

/// Tests of the contents of a cassette file, and of the errors for other contents.
@Suite(.timeLimit(.minutes(1))) struct CassetteTests {
    private let cassettes: Cassettes

    init() throws {
        cassettes = try Cassettes()
    }

    @Test func writesReadableJSON() async throws {
        let stub = StubTransport()
        try stub.on(GetUser(), baseURL: baseURL, answer: .json(text: #"{"price":9.99,"name":"Ada","note":null}"#))
        stub.on(.any, answer: StubAnswer(status: 201, body: .data(Data([0xFF, 0x00]), contentType: "a/b")))
        _ = try await cassettes.record(stub) { transport in
            let controller = Controller(baseURL: baseURL, transport: transport)
            _ = try await controller.load(GetUser().parsed(by: .response))
            _ = try await controller.load(Post(.text("a/b")).parsed(by: .response))
        }
        #expect(
            try cassettes.text == """
                {
                  "exchanges": [
                    {
                      "request": {
                        "headerFields": {},
                        "method": "GET",
                        "url": "https://example.com/api/users/7"
                      },
                      "response": {
                        "body": {
                          "json": {
                            "name": "Ada",
                            "note": null,
                            "price": 9.99
                          }
                        },
                        "headerFields": {
                          "Content-Type": "application/json"
                        },
                        "status": 200
                      }
                    },
                    {
                      "request": {
                        "body": {
                          "text": "a/b"
                        },
                        "headerFields": {
                          "Content-Type": "text/plain; charset=utf-8"
                        },
                        "method": "POST",
                        "url": "https://example.com/api/users"
                      },
                      "response": {
                        "body": {
                          "base64": "/wA="
                        },
                        "headerFields": {
                          "Content-Type": "a/b"
                        },
                        "status": 201
                      }
                    }
                  ],
                  "version": 1
                }

                """)
    }

    @Test func writesTheFileOnSaveAndReplacesAnOlderFile() async throws {
        let stub = StubTransport()
        stub.on(.any, answer: .status(204))
        let file = cassettes.folder.appending(path: "new/folder/users.json")
        let recording = RecordingTransport(stub, to: file)
        _ = try await recording.send(URLRequest(url: baseURL))
        #expect(!FileManager.default.fileExists(atPath: file.path))
        try recording.save()
        try RecordingTransport(stub, to: file).save()
        #expect(try String(contentsOf: file, encoding: .utf8).contains(#""exchanges": ["#))
        try ReplayTransport(file).verify()
        #expect(try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path).count == 1)
    }

    @Test func namesAFileThatCannotBeWritten() throws {
        // A file has the path of the folder, which stops a superuser too.
        try cassettes.write("")
        let file = cassettes.file.appending(path: "users.json")
        let recording = RecordingTransport(StubTransport(), to: file)
        let error = #expect(throws: CassetteError.self) { try recording.save() }
        guard case .unwritable(file, _) = error else { throw try #require(error) }
        #expect(error?.errorDescription?.contains("users.json/users.json\" cannot be written") == true)
    }

    @Test("Records JSON that is too deep for the stack of a small thread", arguments: [300, 500])
    func deepJSON(depth: Int) async {
        let json = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        for data in [Data(json.utf8), Data(json.utf8.flatMap { [0, $0] })] {
            let record = await withCheckedContinuation { continuation in
                let thread = Thread {
                    let record = BodyRecord(data, contentType: "application/json", hiding: SecretFilter())
                    continuation.resume(returning: record)
                }
                thread.stackSize = 524_288
                thread.start()
            }
            #expect(record == .text(data.first == 0 ? "***" : json))
        }
    }

    @Test(arguments: [90, 100, 101])
    func replaysADeeplyNestedBody(depth: Int) async throws {
        let json = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let stub = StubTransport()
        stub.on(.any, answer: .text(json, headerFields: ["Content-Type": "application/json"]))
        _ = try await cassettes.record(stub) {
            await outcome(of: try post(.data(Data(json.utf8), contentType: "application/json")), over: $0)
        }
        let replay = try ReplayTransport(cassettes.file)
        let request = try post(.data(Data(json.utf8), contentType: "application/json"))
        #expect(await outcome(of: request, over: replay) == "200 \(json)")
    }

    @Test func escapesControlCharactersOfTheFileInErrors() async throws {
        try cassettes.write(
            #"{"version":1,"exchanges":[{"request":{"method":"A\u001b[31m\nB","url":"https://a.b/","headerFields":{}},"#
                + #""response":{"status":200,"headerFields":{}}}]}"#)
        let replay = try ReplayTransport(cassettes.file)
        let texts = [await outcome(of: URLRequest(url: baseURL), over: replay), complaint(replay.verify) ?? ""]
        for text in texts {
            #expect(text.contains(#"A\u{1B}[31m\u{A}B"#) && !text.contains("\n") && !text.contains("\u{1B}"), "\(text)")
        }
    }

    private static let request = #""request":{"method":"GET","url":"https://a.b/","headerFields":{}}"#

    @Test(arguments: [
        ("", "It is not JSON"),
        ("garbage", "It is not JSON"),
        ("[]", "Expected an object"),
        (#"{"exchanges":[]}"#, "version"),
        (#"{"version":2,"exchanges":[]}"#, "has version 2, but this library reads only version 1"),
        (#"{"version":1}"#, "exchanges"),
        (#"{"version":1,"exchanges":[{}]}"#, "exchanges[0].request: Expected an object"),
        (
            #"{"version":1,"exchanges":[{"request":{"method":"GET","url":"","headerFields":{}}}]}"#,
            "exchanges[0].request.url"
        ),
        (
            #"{"version":1,"exchanges":[{"request":{"method":"GET","url":"users/7","headerFields":{}}}]}"#,
            "exchanges[0].request.url"
        ),
        (#"{"version":1,"exchanges":[{\#(request)}]}"#, "exchanges[0].response: There is neither"),
        (#"{"version":1,"exchanges":[{\#(request),"failure":{"kind":"x"}}]}"#, "exchanges[0].failure.kind"),
        (
            #"{"version":1,"exchanges":[{\#(request),"response":{"status":7,"headerFields":{}}}]}"#,
            "exchanges[0].response: 7 is not the status code"
        ),
        (
            #"{"version":1,"exchanges":[{\#(request),"response":{"status":200,"headerFields":{"a b":"c"}}}]}"#,
            "exchanges[0].response: The header field name"
        ),
        (
            #"{"version":1,"exchanges":[{\#(request),"response":{"status":200,"headerFields":{},"body":{"base64":"?"}}}]}"#,
            "exchanges[0].response.body.base64"
        ),
        (
            #"{"version":1,"exchanges":[{\#(request),"response":{"status":200,"headerFields":{},"body":{}}}]}"#,
            "exchanges[0].response.body"
        ),
    ])
    func namesTheFileAndItsInvalidPart(text: String, part: String) throws {
        try cassettes.write(text)
        let error = try #require(#expect(throws: CassetteError.self) { try ReplayTransport(cassettes.file) })
        #expect(error.description.contains("users.json"))
        #expect(error.description.contains(part), "\(error)")
    }

    @Test func reportsAnUnknownVersion() throws {
        try cassettes.write(#"{"version":7,"tapes":[]}"#)
        let error = #expect(throws: CassetteError.self) { try ReplayTransport(cassettes.file) }
        guard case .unknownVersion(cassettes.file, 7) = error else { throw try #require(error) }
    }

    @Test func namesAMissingFile() throws {
        let error = try #require(#expect(throws: CassetteError.self) { try ReplayTransport(cassettes.file) })
        guard case .unreadable(cassettes.file, _) = error else { throw error }
        #expect(error.description.contains("users.json"))
    }
}
