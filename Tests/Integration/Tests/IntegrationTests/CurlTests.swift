import Endpoint
import EndpointController
import Foundation
import Programs
import Testing

/// A request whose curl command makes the round trip.
struct CurlCase: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var endpoint: RESTEndpoint<Data>

    init(_ name: String, _ endpoint: RESTEndpoint<Data>) {
        testDescription = name
        self.endpoint = endpoint
    }

    static let all: [CurlCase] = methods + headerFields + urls + bodies

    static let methodNames = [
        "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "QUERY", "PURGE",
        "X-!#$%&'*+.^_`|~",
    ]

    private static let methods =
        methodNames.map { CurlCase("method \($0)", RESTEndpoint(HTTPMethod(rawValue: $0), path: "x")) }
        + ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY", "PURGE"].map {
            CurlCase(
                "method \($0) with body",
                RESTEndpoint(HTTPMethod(rawValue: $0), path: "x", body: .json(["a": 1])))
        }

    private static let awkward = [
        "it's", "''", "\"double\"", "$HOME `id` $(id) ${x}", "back\\slash\\n", "!history #comment", "a;b&c|d>e<f",
        "*?[a]{b}~",
        "@/etc/hostname", "%s %d %%", "-X DELETE", "Grüße 日本語 😀", "tab\there", "; rm -rf", "a: b", "=x",
    ]

    private static let headerFields =
        awkward.map {
            CurlCase("header field \($0)", RESTEndpoint(path: "x", headerFields: ["X-Value": $0]))
        }
        + [
            CurlCase("empty header field", RESTEndpoint(path: "x", headerFields: ["X-Value": ""])),
            CurlCase(
                "awkward header name", RESTEndpoint(path: "x", headerFields: ["!#$%&'*+-.^_`|~": "x"])),
            CurlCase(
                "header fields that curl sends itself",
                RESTEndpoint(
                    path: "x", headerFields: ["Accept": "a/b", "User-Agent": "me", "Host": "example.com"])),
        ]

    private static let urls = awkward.map {
        CurlCase("URL \($0)", RESTEndpoint(path: "\(segment: $0)", queryItems: .items([$0: $0])))
    }

    private static let texts =
        awkward + ["", "@", "@-", "line\nbreaks\n\n", "\r\n", "\0", "-n", "\u{1B}[31m", "\u{85}", "\\", "\\0101", "%"]

    private static let bodies: [CurlCase] =
        texts.map { CurlCase("text \($0.debugDescription)", post(.text($0))) } + [
            CurlCase("bytes", post(.data(Data(0...255) + Data((0...255).reversed())))),
            CurlCase("bytes that are no text", post(.data(Data([0x2D, 0xFF, 0x27, 0x25, 0x5C, 0x30, 0x00, 0x31])))),
            CurlCase("long text", post(.text(String(repeating: "it's 😀\n", count: 30_000)))),
            CurlCase("JSON", post(.json(["it's": "a \"quote\" \\ $HOME \n é"]))),
            CurlCase("form", post(.formEncoded(.items(["it's": "a b&c=d", "e": "%41+"])))),
            CurlCase("stream", post(.stream(contentType: "text/plain") { InputStream(data: Data("it's $HOME".utf8)) })),
            CurlCase("multipart", post(.multipart([.text("it's", name: "a\"b"), .data(Data(0...255), name: "c")]))),
            CurlCase("no content type but JSON's", post(.json(["a": [1, 2]]))),
        ]

    static func post(_ body: HTTPBody) -> RESTEndpoint<Data> {
        RESTEndpoint(.post, path: "upload", body: body)
    }
}

@Suite(.timeLimit(.minutes(1))) struct CurlTests {
    /// Runs the command in a shell and returns the request that arrived.
    private func arrival(of command: String, at server: RecordingServer) async throws -> Arrival {
        try await withTemporaryFolder { folder in
            // A command can exceed the length of an argument. The file .curlrc replaces the user's options.
            try Data(command.utf8).write(to: folder.appending(path: "command"))
            try Data("silent\nshow-error\nfail\nmax-time = 30\n".utf8).write(to: folder.appending(path: ".curlrc"))
            let result = try await run("/bin/sh", ["command"], in: folder, environment: ["CURL_HOME": folder.path])
            try #require(result.status == 0, "\(result.errorOutput)\n\(command)")
            let arrivals = await server.takeArrivals()
            try #require(arrivals.count == 1)
            return arrivals[0]
        }
    }

    private func expect(_ arrival: Arrival, toBe request: URLRequest, body: Data?) throws {
        let url = try #require(request.url?.absoluteString)
        let target = url.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst(3).drop { $0 != UInt8(ascii: "/") }
        #expect(arrival.method == request.httpMethod)
        #expect(arrival.target == String(Substring(target)))
        for (name, value) in request.allHTTPHeaderFields ?? [:] {
            #expect(arrival.fields[name.lowercased()] == value)
        }
        let others = Set(arrival.fields.keys).subtracting(
            request.allHTTPHeaderFields?.keys.map { $0.lowercased() } ?? [])
        // The fields that curl adds to every request, as any transport does.
        #expect(others.isSubset(of: ["host", "user-agent", "accept", "content-length", "expect"]), "\(others)")
        #expect(arrival.body == body ?? Data())
    }

    @Test func coversAtLeast40Cases() {
        #expect(CurlCase.all.count >= 40)
    }

    @Test(arguments: CurlCase.all)
    func sendsTheSameRequestWithCurl(_ curlCase: CurlCase) async throws {
        try await withServer { server in
            let baseURL = try #require(URL(string: "http://127.0.0.1:\(server.port)/api/"))
            let request = try curlCase.endpoint.request(baseURL: baseURL)
            let arrival = try await arrival(of: request.curlCommand, at: server)
            try expect(arrival, toBe: request, body: try curlCase.endpoint.body?.data())
        }
    }

    @Test func sendsFilesAndRangesOfFilesWithCurl() async throws {
        try await withServer { server in
            try await withTemporaryFolder { folder in
                let file = folder.appending(path: "it's a $file.bin")
                let contents = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
                try contents.write(to: file)
                let baseURL = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
                for body in [
                    HTTPBody.file(file), .file(file, range: 70_000..<200_000), .file(file, range: 299_999...),
                    .multipart([.text("x", name: "a"), .file(file, name: "b"), .text("y", name: "c")]),
                ] {
                    let request = try CurlCase.post(body).request(baseURL: baseURL)
                    let arrival = try await arrival(of: request.curlCommand, at: server)
                    try expect(arrival, toBe: request, body: try body.data())
                }
            }
        }
    }

    @Test func keepsDotSegmentsAndAddsNoContentType() async throws {
        try await withServer { server in
            var request = URLRequest(
                url: try #require(URL(string: "http://127.0.0.1:\(server.port)/a/../b/./c?x=/../y")))
            request.httpMethod = "POST"
            request.httpBody = Data("a=b".utf8)
            let arrival = try await arrival(of: request.curlCommand, at: server)
            try expect(arrival, toBe: request, body: Data("a=b".utf8))
        }
    }
}
