import Endpoint
import Foundation
import Testing

// Tests/Integration checks the requests that a shell and curl send; these tests check the text that a person reads.

@Suite struct CurlCommandTests {
    @Test func formatsAGETRequest() throws {
        let endpoint = Sample(
            pathComponents: ["users"], queryItems: .items(["q": "it's"]), headerFields: ["B": "2", "C": "", "A": "1"])
        #expect(
            try endpoint.request(baseURL: baseURL).curlCommand == #"""
                curl \
                    --header 'A: 1' \
                    --header 'B: 2' \
                    --header 'C;' \
                    --url 'https://example.com/api/users?q=it%27s'
                """#)
    }

    @Test("Asks for a head with an option that does not wait for content")
    func formatsAHEADRequest() throws {
        #expect(
            try Sample(.head, pathComponents: []).request(baseURL: baseURL).curlCommand == #"""
                curl \
                    --head \
                    --url 'https://example.com/api/'
                """#)
    }

    @Test func formatsAPOSTRequestWithItsBody() throws {
        let endpoint = Sample(.post, pathComponents: ["users"], body: .json(["name": "Ada's $HOME"]))
        #expect(
            try endpoint.endpoint(baseURL: baseURL).request.curlCommand == #"""
                curl \
                    --request 'POST' \
                    --header 'Content-Type: application/json' \
                    --data-raw '{"name":"Ada'\''s $HOME"}' \
                    --url 'https://example.com/api/users'
                """#)
    }

    @Test func formatsAMultipartBodyWithAFile() throws {
        let file = try TemporaryFile(Data("x".utf8), name: "it's.txt")
        let body = HTTPBody.multipart([.file(file.url, name: "100%", contentType: "text/plain")], boundary: "b")
        let request = try Sample(.post, pathComponents: ["x"], body: body).request(baseURL: baseURL)
        let folder = file.url.deletingLastPathComponent().path
        #expect(
            request.curlCommand == #"""
                test -r '\#(folder)/it'\''s.txt' && { printf '\055-b\r\nContent-Disposition: form-data; name="100%%"; filename="it'\''s.txt"\r\nContent-Type: text/plain\r\n\r\n'; cat -- '\#(folder)/it'\''s.txt'; printf '\r\n--b--\r\n'; } | curl \
                    --request 'POST' \
                    --header 'Content-Type: multipart/form-data; boundary=b' \
                    --data-binary @- \
                    --url 'https://example.com/api/x'
                """#)
        // The body can still be read after the command was made.
        #expect(request.bodyText.hasSuffix("x\r\n--b--\r\n"))
    }

    @Test("Hides the parts of a multipart body that are named like credentials, beside a file")
    func multipartCredentials() throws {
        let file = try TemporaryFile(Data("x".utf8), name: "a.txt")
        let parts: [MultipartPart] = [
            .text("Holiday", name: "title"), .text("s3cret\r\n\r\nline", name: "access_token"),
            .file(file.url, name: "password", contentType: "text/plain"), .text("s3cret", name: "api_key"),
        ]
        for boundary in [nil, "b b"] {
            let body = HTTPBody.multipart(parts, boundary: boundary)
            let request = try Sample(.post, pathComponents: ["x"], body: body).request(baseURL: baseURL)
            let shown = request.curlCommand(hiding: .standard)
            #expect(!shown.contains("s3cret") && !shown.contains("line"), "\(shown)")
            #expect(shown.contains("Holiday") && shown.contains("a.txt"), "\(shown)")
            // The file follows the head of its part.
            #expect(shown.contains(#"text/plain\r\n\r\n'; cat -- '"#), "\(shown)")
            #expect(request.curlCommand.contains("s3cret"), "\(request.curlCommand)")
        }
    }

    @Test("Hides only the credentials in a multipart body that the caller has written")
    func multipartOfTheCaller() throws {
        let parts = [("Name=\"pin\"", "hunter2"), ("name=user", #"{"pin":"hunter2","name":"Ada"}"#)]
        let text = parts.map { "--b\r\nContent-Disposition: form-data; \($0)\r\n\r\n\($1)\r\n" }.joined() + "--b--\r\n"
        let body = HTTPBody.text(text, contentType: "Multipart/Form-Data; Boundary=b")
        let request = try Sample(.post, pathComponents: [], body: body).request(baseURL: baseURL)
        let shown = request.curlCommand(hiding: .standard)
        #expect(shown.contains("Ada") && !shown.contains("hunter2"), "\(shown)")
    }

    @Test("Adds nothing to a content type in lower case")
    func contentTypeInLowerCase() throws {
        let fields = ["content-type": "a/b"]
        let endpoint = Sample(.post, pathComponents: [], headerFields: fields, body: .text("x"))
        #expect(try !endpoint.request(baseURL: baseURL).curlCommand.contains("Content-Type"))
    }

    @Test("Reads a range of a file with tail and head")
    func rangeOfFile() throws {
        let file = try TemporaryFile(Data("0123456789".utf8))
        for (body, command) in [
            (HTTPBody.file(file.url, range: 2..<5), "tail -c +3 -- '\(file.url.path)' | head -c 3"),
            (.file(file.url, range: 7...), "tail -c +8 -- '\(file.url.path)'"),
            (.file(file.url, range: ..<3), "cat -- '\(file.url.path)' | head -c 3"),
        ] {
            let request = try Sample(.post, pathComponents: ["x"], body: body).request(baseURL: baseURL)
            #expect(request.curlCommand.hasPrefix("test -r '\(file.url.path)' && \(command) | curl "))
        }
    }

    @Test func leavesACustomBodyStreamUnread() {
        var request = URLRequest(url: baseURL)
        request.httpMethod = "POST"
        request.httpBodyStream = InputStream(data: Data("x".utf8))
        #expect(request.curlCommand.hasPrefix("# The body is a stream: pipe it into this command.\ncurl \\\n"))
        #expect(request.bodyText == "x")
    }

    @Test func disablesGlobbingAndOmitsTheContentLength() throws {
        var request = URLRequest(url: url("http://[::1]:8080/x"))
        request.httpMethod = "POST"
        request.httpBody = Data("\u{202E}x".utf8)
        request.allHTTPHeaderFields = ["content-length": "1"]
        #expect(
            request.curlCommand == #"""
                printf '\342\200\256x' | curl \
                    --request 'POST' \
                    --globoff \
                    --header 'Content-Type:' \
                    --data-binary @- \
                    --url 'http://[::1]:8080/x'
                """#)
    }

    @Test func hidesABodyOfJSONLinesCompletely() throws {
        let lines = "{\"password\":\"hunter2\"}\n{\"password\":\"hunter2\"}\n"
        let endpoint = Sample(.post, pathComponents: [], body: .text(lines, contentType: "application/x-ndjson"))
        #expect(
            try endpoint.request(baseURL: baseURL).curlCommand(hiding: .standard).contains("--data-raw '***'"))
    }

    @Test(
        "Hides JSON that is too deep for the stack of a small thread", arguments: ["[", #"{"a":"#, #"["\"]","#],
        ["application/json", "text/plain"])
    func deepJSON(_ level: String, _ contentType: String) async throws {
        for (levels, isShown) in [(100, true), (101, false), (300, false), (100_000, false)] {
            let end = level.hasPrefix("{") ? "}" : "]"
            let text = String(repeating: level, count: levels) + "7" + String(repeating: end, count: levels)
            let body = HTTPBody.text(text, contentType: contentType)
            let request = try Sample(.post, pathComponents: [], body: body).request(baseURL: baseURL)
            let command = await withCheckedContinuation { continuation in
                let thread = Thread { continuation.resume(returning: request.curlCommand(hiding: .standard)) }
                thread.stackSize = 524_288
                thread.start()
            }
            #expect(command.contains("7") == isShown, "\(levels)")
            #expect(command.contains("'***'") != isShown, "\(levels)")
        }
    }

    @Test("Hides JSON in UTF-16 with many brackets, because strings could hide its depth", arguments: [0, 101])
    func wideJSON(levels: Int) async throws {
        let text = #"["\"","# + String(repeating: "[", count: levels) + #"{"pin":"hunter2","a":7}"#
        let json = text + String(repeating: "]", count: levels + 1)
        for type in ["application/json", "text/plain"] {
            let body = HTTPBody.data(Data(json.utf8.flatMap { [0, $0] }), contentType: type)
            let request = try Sample(.post, pathComponents: [], body: body).request(baseURL: baseURL)
            let command = request.curlCommand(hiding: .standard)
            #expect(
                command.contains(levels == 0 ? #""a":7"# : "'***'") && !command.contains("hunter2"),
                "\(type): \(command)")
        }
    }

    private struct Login: Encodable {
        var user = "ada"
        var password = "hunter2"
        var nested = [["accessToken": "hunter2", "kept": "x"]]
    }

    @Test(arguments: [
        Sample(pathComponents: ["x"], headerFields: ["Authorization": "Bearer hunter2", "Kept": "x"]),
        Sample(pathComponents: ["x"], headerFields: ["cookie": "sid=hunter2", "Kept": "x"]),
        Sample(pathComponents: ["x"], headerFields: ["Proxy-Authorization": "hunter2", "Kept": "x"]),
        Sample(pathComponents: ["x"], headerFields: ["X-API-Key": "hunter2", "Kept": "x"]),
        Sample(pathComponents: ["x"], queryItems: .items(["api_key": "hunter2", "Kept": "x"])),
        Sample(pathComponents: ["x"], queryItems: .items(["key": "hunter2", "appid": "hunter2", "Kept": "x"])),
        Sample(
            .post, pathComponents: ["x"], headerFields: ["Kept": "x"],
            body: .formEncoded(.items(["client_secret": "hunter2"]))
        ),
        Sample(.post, pathComponents: ["x"], headerFields: ["Kept": "x"], body: .jsonEncoded(Login())),
        Sample(
            .post, pathComponents: ["x"],
            headerFields: ["Kept": "x", "Content-Type": "Application/x-www-form-urlencoded; charset=utf-8"],
            body: .formEncoded(.items(["otp": "hunter2"]))),
        Sample(pathComponents: ["x"], queryItems: .items(["to ken": "hunter2", "Kept": "x", "sig": "hunter2"])),
        Sample(pathComponents: ["x"], queryItems: .items(["Kept": "https://u:hunter2@h/?token=hunter2"])),
        Sample(
            pathComponents: ["x"], headerFields: ["Referer": "https://u:p@hunter2@h/?auth=hunter2", "Kept": "x"]),
        Sample(pathComponents: ["x"], headerFields: ["Ocp-Apim-Subscription-Key": "hunter2", "Kept": "x"]),
        Sample(pathComponents: ["x"], headerFields: ["Authorization": "hunter2 words", "Kept": "x"]),
        Sample(pathComponents: ["x"], headerFields: ["Referer": "/x?token=hunter2", "Kept": "x"]),
        Sample(
            pathComponents: ["x"], headerFields: ["Link": "<https://h/a>; rel=x, <https://u:hunter2@h>", "Kept": "x"]),
        Sample(pathComponents: ["Kept"], queryItems: .items(["n": "//u:hunter2@h/"])),
        Sample(pathComponents: ["x"], queryItems: .items(["Kept": "/cb?access_token=hunter2"])),
        Sample(pathComponents: ["x"], queryItems: .items(["Kept": "https%3A%2F%2Fu%3Ahunter2%40h"])),
        Sample(pathComponents: ["Kept"], queryItems: .items(["tok%2565n": "hunter2"])),
        Sample(pathComponents: ["Kept"], queryItems: [URLQueryItem(name: "//u:hunter2@h", value: nil)]),
        Sample(.post, pathComponents: ["x"], body: .json(["Kept": "https://u:hunter2@h/"])),
        Sample(
            .post, pathComponents: ["Kept"], body: .form(["card": ["pin": "hunter2"], "codes": [["code": "hunter2"]]])),
        Sample(
            pathComponents: ["x"], queryItems: .items(["card.otp": "hunter2", "pin[value]": "hunter2", "Kept": "x"])),
        Sample(pathComponents: ["Kept", "https://u:hunter2@h/x"]),
        Sample(pathComponents: ["x"], headerFields: ["DPoP": "hunter2", "Kept": "x"]),
        Sample(pathComponents: ["x"], queryItems: .items(["pass1": "hunter2", "api_key2": "hunter2", "Kept": "x"])),
        Sample(.post, pathComponents: ["x"], body: .formEncoded(.items(["otp-2": "hunter2", "Kept": "x"]))),
        Sample(pathComponents: ["Kept"], queryItems: .items(["variables": #"{"password":"hunter2"}"#])),
        Sample(pathComponents: ["x"], queryItems: .items(["Kept": #"[{"a":["{\"token\":\"hunter2\"}"]}]"#])),
        Sample(pathComponents: ["x"], queryItems: .items(["Kept": #"{"password":"hunter2"#])),
        Sample(pathComponents: ["Kept"], queryItems: [.init(name: #"{"pin":"hunter2=1"}"#, value: nil)]),
        Sample(.post, pathComponents: ["x"], body: .formEncoded(.items(["Kept": #"{ "token": "hunter2 a+b" }"#]))),
        Sample(.post, pathComponents: ["x"], body: .json(["Kept": #"{"token":"hunter2"}"#])),
    ])
    func hidesCredentialsOnlyWhenAsked(_ endpoint: Sample) throws {
        let server = url("https://user:hunter2@example.com/")
        let shown = try endpoint.request(baseURL: server).curlCommand
        let hidden = try endpoint.request(baseURL: server).curlCommand(hiding: .standard)
        #expect(shown.components(separatedBy: "hunter2").count > 2)
        #expect(!hidden.contains("hunter2"))
        #expect(hidden.contains("***") && hidden.contains("Kept") && hidden.contains("https://***@example.com/"))
    }

    @Test(
        "Shows query values that cannot hold a credential",
        arguments: [
            "https://example.com/?list=%5B1,2%5D", "https://example.com/?query=%7Bme%7Bid%7D%7D",
            "https://example.com/?q=What%20is%20a%20URL?", "https://example.com/?at=ada@example.com",
            "https://example.com/?back=https://example.com/home",
        ])
    func showsHarmlessValues(string: String) {
        #expect(URLRequest(url: url(string)).curlCommand(hiding: .standard).contains(string))
    }

    @Test("Hides the values of added names too, in each part of a request, and no others")
    func addedNames() throws {
        let redaction = Redaction(adding: ["X-Customer", "iban", "_", ""])
        var request = URLRequest(url: url("https://example.com/?IBAN=hunter2&page=7&_=hunter2&a_=8"))
        request.httpMethod = "POST"
        request.httpBody = Data(#"{"iban":"hunter2","name":"Ada"}"#.utf8)
        try request.setHeaderFields(["x-customer": "hunter2", "Content-Type": "application/json", "X-Shown": "9"])
        let shown = request.curlCommand(hiding: redaction)
        #expect(!shown.contains("hunter2"), "\(shown)")
        for text in ["page=7", "a_=8", "Ada", "X-Shown: 9"] { #expect(shown.contains(text), "\(shown)") }
        #expect(request.curlCommand(hiding: .standard).components(separatedBy: "hunter2").count == 5)
    }

    @Test("Hides only the credentials in a field with several URLs") func severalURLs() {
        var request = URLRequest(url: url("https://example.com/"))
        request.setValue("<https://h/?a=1&token=hunter2>; rel=\"next\", </x?b=2>; rel=last", forHTTPHeaderField: "Link")
        let command = request.curlCommand(hiding: .standard)
        #expect(command.contains("Link: <https://h/?a=1&token=***>; rel=\"next\", </x?b=2>; rel=last"))
    }

    @Test("Hides a credential in the fragment of a relative URL") func fragmentOfARelativeURL() {
        var request = URLRequest(url: url("https://example.com/"))
        request.setValue("/cb#access_token=hunter2", forHTTPHeaderField: "Referer")
        #expect(request.curlCommand(hiding: .standard).contains("Referer: /cb#access_token=***"))
    }

    @Test("Passes --path-as-is for a segment that is a single dot")
    func keepsASingleDotSegment() throws {
        let request = URLRequest(url: try #require(URL(string: "http://example.com/a/./b")))
        #expect(request.curlCommand.contains("--path-as-is"))
    }

    @Test("Shows a streamed body of up to 1 MiB", arguments: [(1_048_576, true), (1_048_577, false)])
    func showsAStream(length: Int, isShown: Bool) throws {
        let body = HTTPBody.stream { InputStream(data: Data(repeating: UInt8(ascii: "x"), count: length)) }
        let request = try Sample(.post, pathComponents: ["x"], body: body).request(baseURL: baseURL)
        #expect(request.curlCommand.hasPrefix("# The body is a stream") == !isShown)
    }

    @Test("Hides a credential whose name is encoded three times")
    func hidesANameThatIsEncodedThrice() throws {
        let request = URLRequest(url: try #require(URL(string: "http://example.com/?%252574oken=hunter2")))
        #expect(!request.curlCommand(hiding: .standard).contains("hunter2"))
    }

    @Test(
        "Hides the credentials of JSON after white space or a byte order mark, in text",
        arguments: [
            ("\u{FEFF} \n{\"pin\":\"hunter2\",\"n\":\"a/b\"}", #"{"n":"a/b","pin":"***"}"#),
            (#"[" {\"session\":{\"id\":\"hunter2\"}}"]"#, #"["***"]"#),
        ])
    func hidesJSONOfAnyType(text: String, shown: String) throws {
        let request = try Sample(.post, pathComponents: [], body: .text(text)).request(baseURL: baseURL)
        #expect(request.curlCommand(hiding: .standard).contains("--data-raw '\(shown)'"))
    }

    @Test func showsTheAuthenticationScheme() throws {
        let endpoint = Sample(pathComponents: [], headerFields: ["Authorization": "Bearer hunter2"])
        #expect(
            try endpoint.request(baseURL: baseURL).curlCommand(hiding: .standard).contains(
                "'Authorization: Bearer ***'"))
    }
}
