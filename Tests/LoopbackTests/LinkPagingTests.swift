import EndpointCompliance
import EndpointController
import EndpointPaging
import EndpointStreaming
import EndpointSupport
import Foundation
import Testing

/// Tests of paging by the `Link` header field (RFC 8288).
@Suite(.timeLimit(.minutes(1))) struct LinkPagingTests {
    private let endpoint = ListNumbers(paging: .link(perPage: 2))

    /// A server whose first page has a `Link` field and whose other pages have none.
    private func server(link: String) throws -> ScriptedServer {
        try ScriptedServer { request, connection in
            let isFirst = request.target == "/numbers?per_page=2"
            connection.respond(json: isFirst ? "[1]" : "[2]", isFirst ? [link] : [])
        }
    }

    @Test func followsLinksWithoutReencodingTheirURLs() async throws {
        let server = try ScriptedServer { request, connection in
            let port = request.field("Host") ?? ""
            switch request.target {
            case "/numbers?per_page=2":
                connection.respond(json: "[1, 2]", [#"Link: <http://\#(port)/numbers?c=%2B+a&per_page=2>; rel="next""#])
            case "/numbers?c=%2B+a&per_page=2":
                connection.respond(json: "[]", [#"Link: </numbers?c=%7E>; rel="next", </numbers>; rel="first""#])
            case "/numbers?c=%7E":
                connection.respond(json: "[3]", [#"Link: </numbers>; rel="first""#])
            default:
                connection.respond("404 Not Found")
            }
        }
        defer { server.stop() }
        let (pages, error) = await Controller(baseURL: server.url()).pages(of: endpoint).loaded()
        #expect(pages == [[1, 2], [], [3]])
        #expect(error == nil)
        #expect(server.targets == ["/numbers?per_page=2", "/numbers?c=%2B+a&per_page=2", "/numbers?c=%7E"])
    }

    @Test(arguments: [
        #"Link: <?p=2>; rel="next""#,
        #"Link: <?p=2>; rel=next"#,
        #"link: <?p=2>;REL=NEXT"#,
        #"Link: <?p=2> ; rel = "next" ; title=x"#,
        #"Link: <?p=2>; rel="last Next  prefetch""#,
        #"Link: <?p=9>; rel="prev", <?p=2>; rel="next", <?p=3>; rel="next""#,
        #"Link: , ,<?p=9>; rel=last,,<?p=2>; rel=next,"#,
        #"Link: <?p=9>; title="a, <?p=8>; rel=\"next\"; \\"; rel=prev, <?p=2>; rel=next"#,
        #"Link: <?p=9>; rel=prev; rel=next, <?p=2>; rel=next; rel=prev"#,
        #"Link: <?p=9>; rel=next; anchor="/other", <?p=2>; rel=next"#,
        #"Link: <?p=9>; rev=next, <?p=8>; title*=UTF-8''next, <?p=2>; rel=next"#,
        #"Link: <?p=9>; nextrel; rel="nextpage next2", <?p=2>;;rel=next"#,
        #"Link: <?p=2>; rel=next, garbage"#,
        #"Link: <?p=2>; rel="next"#,
        "Link: <?p=9>; rel=prev\r\nLink: <?p=2>; rel=next",
    ])
    func findsTheLinkToTheNextPage(link: String) async throws {
        let server = try server(link: link)
        defer { server.stop() }
        let (pages, error) = await Controller(baseURL: server.url()).pages(of: endpoint).loaded()
        #expect(pages == [[1], [2]])
        #expect(error == nil)
        #expect(server.targets == ["/numbers?per_page=2", "/numbers?p=2"])
    }

    @Test(arguments: [
        "Link: ", "Link: ,", #"Link: <?p=9>"#, #"Link: <?p=9>; rel"#, #"Link: <?p=9>; rel="""#,
        #"Link: <?p=9>; rel=prev; title="next""#, #"Link: <?p=9>; title="<?p=9>; rel=next""#,
        "X-Link: <?p=9>; rel=next",
    ])
    func endsThePagesWithoutALinkToTheNextPage(link: String) async throws {
        let server = try server(link: link)
        defer { server.stop() }
        let (pages, error) = await Controller(baseURL: server.url()).pages(of: endpoint).loaded()
        #expect(pages == [[1]])
        #expect(error == nil)
        #expect(server.targets == ["/numbers?per_page=2"])
    }

    @Test(arguments: [
        "?p=2; rel=next", "<?p=2; rel=next", #"<?p=9>; rel=prev, "?p=2"; rel=next"#, "<?p=9> <?p=2>; rel=next",
        #"<?p=9>; title="a"b"; rel=next"#, "<?p=9>; title=\"open, <?p=2>; rel=\"next\"",
        "<?p=9; rel=prev, <?p=2>; rel=next",
    ])
    func refusesAMalformedLinkField(field: String) async throws {
        let server = try server(link: "Link: " + field)
        defer { server.stop() }
        let (pages, error) = await Controller(baseURL: server.url()).pages(of: endpoint).loaded()
        #expect(pages == [[1]])
        #expect(pagingError(error) == .invalidLinkField(field))
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [
        "file:///etc/passwd", "ftp://127.0.0.1/x", "javascript:alert(1)", "data:,%5B%5D", "http://", "http:///x", "",
        "http://[/", "mailto:a@example.com",
    ])
    func refusesALinkThatIsNotAValidHTTPURL(target: String) async throws {
        let server = try server(link: "Link: <\(target)>; rel=next")
        defer { server.stop() }
        let (pages, error) = await Controller(baseURL: server.url()).pages(of: endpoint).loaded()
        #expect(pages == [[1]])
        #expect(pagingError(error) == .invalidLink(target))
        #expect(server.requests.count == 1)
    }

    @Test func refusesALinkWithAPortThatIsTooLarge() async throws {
        let server = try server(link: "Link: <http://127.0.0.1:65536/>; rel=next")
        defer { server.stop() }
        let error = pagingError(await Controller(baseURL: server.url()).pages(of: endpoint).loaded().error)
        #expect(error == .invalidPort("65536", in: "http://127.0.0.1:65536/"))
        #expect(error?.description.contains("\"65536\"") == true)
    }

    @Test(arguments: [("<?per_page=2#x>", "?per_page=2#x", 1), ("<?p=1>", "?p=1", 2)])
    func refusesARepeatedLink(field: String, link: String, requests: Int) async throws {
        let server = try ScriptedServer { _, connection in
            connection.respond(json: "[1]", ["Link: \(field); rel=next"])
        }
        defer { server.stop() }
        let (pages, error) = await Controller(baseURL: server.url()).pages(of: endpoint).loaded()
        #expect(pages.count == requests)
        #expect(pagingError(error) == .repeatedLink(link))
        #expect(server.requests.count == requests)
    }

    @Test func resolvesARelativeLinkAgainstTheRedirectedURL() async throws {
        let server = try ScriptedServer { request, connection in
            switch request.path {
            case "/numbers": connection.respond("302 Found", ["Location: /v2/list/"])
            case "/v2/list/": connection.respond(json: "[1]", ["Link: <page2>; rel=next"])
            default: connection.respond(json: "[2]")
            }
        }
        defer { server.stop() }
        #expect(await Controller(baseURL: server.url()).pages(of: endpoint).loaded().pages == [[1], [2]])
        #expect(server.targets == ["/numbers?per_page=2", "/v2/list/", "/v2/list/page2"])
    }

    @Test func omitsCredentialsAfterALinkToAnotherOrigin() async throws {
        struct Search: BaseURLEndpointType, MethodProviderType, HeaderFieldsProviderType, BodyProviderType,
            PayloadProviderType, PagingProviderType
        {
            typealias Payload = [Int]
            var method: HTTPMethod { .post }
            var paging: EndpointPaging { .link(perPage: nil) }
            var body: HTTPBody? { .text("even") }
            var headerFields: [String: String] {
                ["Authorization": "Bearer 1", "Cookie": "a=b", "X-Api-Key": "k", "Accept-Language": "de"]
            }
        }
        let home = Locked<URL?>(nil)
        let other = try ScriptedServer { _, connection in
            connection.respond(json: "[2]", ["Link: <\(home.value?.absoluteString ?? "")3>; rel=next"])
        }
        defer { other.stop() }
        let server = try ScriptedServer { request, connection in
            connection.respond(json: "[1]", request.target == "/" ? ["Link: <\(other.url("2"))>; rel=next"] : [])
        }
        defer { server.stop() }
        home.value = server.url()

        #expect(await Controller(baseURL: server.url()).pages(of: Search()).loaded().pages == [[1], [2], [1]])
        let arrived = try #require(other.requests.first)
        #expect(["Authorization", "Cookie", "X-Api-Key"].compactMap { arrived.field($0) } == [])
        #expect(arrived.field("Accept-Language") == "de")
        #expect(arrived.field("Host") == "127.0.0.1:\(other.port)")
        #expect(arrived.method == "POST")
        #expect(arrived.body == Array("even".utf8))
        // A link back to the first origin carries the credentials again.
        #expect(server.targets == ["/", "/3"])
        #expect(server.requests.map { $0.field("Authorization") } == ["Bearer 1", "Bearer 1"])
    }

    @Test func hidesCredentialsInErrorDescriptions() {
        let errors: [EndpointPagingError] = [
            .invalidLinkField("?token=s3cret; rel=next"), .invalidLink("ftp://me:s3cret@example.com/"),
            .repeatedLink("https://example.com/?api_key=s3cret&p=2"), .repeatedCursor("s3cret"),
        ]
        for error in errors { #expect(!error.localizedDescription.contains("s3cret")) }
        #expect(errors[2].description.contains("\"https://example.com/…\""))
    }

    @Test(arguments: [
        (#"<https://example.com/?q=ada&p=2; rel="next""#, "<https://example.com/…"),
        ("<?q=ada>; rel=prev, ?q=ada>; rel=next", "<…>; rel=prev, …>; rel=next"),
        ("<?q=ada<ada>; rel=next", "<…>; rel=next"), ("<?q=ada> </ada>; rel=next", "<…> </ada>; rel=next"),
        ("<?\u{301}q=ada>; rel=next", "<…>; rel=next"), ("<//me:ada@h/#ada>; rel=next", "<//***@h/…>; rel=next"),
    ])
    func describesAMalformedLinkFieldWithoutQueries(field: String, shown: String) {
        #expect(EndpointPagingError.invalidLinkField(field).description.hasSuffix(": \"\(shown)\""))
    }
}

/// A value that only one thread at a time can access.
///
/// `@unchecked Sendable`: the value is accessed with `lock` held.
private final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: Value

    init(_ value: Value) { stored = value }

    var value: Value {
        get { lock.withLock { stored } }
        set { lock.withLock { stored = newValue } }
    }
}
