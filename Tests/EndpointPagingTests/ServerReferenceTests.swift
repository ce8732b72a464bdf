import EndpointPaging
import Foundation
import TestSupport
import Testing

private typealias Controller = EndpointController<EndpointDefaultServerError>

/// References that a server sends: in `Location`, and in `Link`.
@Suite(.timeLimit(.minutes(1))) struct ServerReferenceTests {
    private struct ListNumbers: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType,
        PayloadProviderType, PagingProviderType
    {
        typealias Payload = [Int]
        var method: HTTPMethod { .get }
        var relativeURLString: String { "a/b" }
        var paging: EndpointPaging { .link(perPage: nil) }
    }

    /// Returns a controller whose first response has these header fields, and the URLs of its requests.
    private func controller(_ status: Int, _ fields: [String: String]) -> (Controller, Collected<String>) {
        let sent = Collected<String>()
        let transport = Answering { request in
            sent.append(request.url?.absoluteString ?? "")
            let isFirst = sent.all.count == 1
            let json = ["Content-Type": "application/json"]
            return answer(
                to: request, isFirst ? status : 200, fields: isFirst ? json.merging(fields) { $1 } : json,
                chunks: ["[1]"])
        }
        return (Controller(baseURL: URL(string: "https://h/"), transport: transport), sent)
    }

    /// Returns the reason why a response is refused.
    private func refusal(_ work: () async throws -> Void) async -> (any Error)? {
        do {
            try await work()
        } catch EndpointError<EndpointDefaultServerError>.unacceptableResponse(_, let reason) {
            return reason
        } catch EndpointError<EndpointDefaultServerError>.redirectNotFollowed(_, let reason) {
            return reason
        } catch {
            Issue.record(error)
        }
        return nil
    }

    private static let references = [
        ("//g/x/../y", "https://g/y"), ("http://g/./x/..", "http://g/"), ("../../c", "https://h/c"),
        ("/caf%C3%A9 au lait", "https://h/caf%C3%A9%20au%20lait"), ("?q", "https://h/a/b?q"),
        ("/%2e%2e/x", "https://h/%2e%2e/x"),
    ]

    @Test("Resolves the Location of a redirect", arguments: references)
    func location(reference: String, expected: String) async throws {
        let (controller, sent) = controller(302, ["Location": reference])
        _ = try await controller.load(ListNumbers())
        #expect(sent.all == ["https://h/a/b", expected])
    }

    @Test("Resolves the link to the next page", arguments: references)
    func link(reference: String, expected: String) async throws {
        let (controller, sent) = controller(200, ["Link": "<\(reference)>; rel=next"])
        for try await _ in controller.pages(of: ListNumbers()) {}
        #expect(sent.all == ["https://h/a/b", expected])
    }

    @Test(
        "Refuses a reference that does not lead to a web server",
        arguments: ["x:y/../z", "1:2", "", "https:x", "http://g%0D%0Ax/", "//g%7F/", "//user@g/", "//:80/", "///x"])
    func otherReferences(reference: String) async {
        let (redirected, _) = controller(302, ["Location": reference])
        let redirect = await refusal { _ = try await redirected.load(ListNumbers()) }
        #expect(redirect as? EndpointRedirectError == .invalidLocation(reference))

        let (linked, _) = controller(200, ["Link": "<\(reference)>; rel=next"])
        let link = await refusal { for try await _ in linked.pages(of: ListNumbers()) {} }
        #expect(link as? EndpointPagingError == .invalidLink(reference))
    }

    @Test(
        "Refuses a port over 65535 and names it", arguments: ["https://h:65616/x", "//h:65616", "http://[::1]:65616"])
    func largePort(reference: String) async {
        let (redirected, _) = controller(302, ["Location": reference])
        let redirect = await refusal { _ = try await redirected.load(ListNumbers()) }
        #expect(redirect as? EndpointRedirectError == .invalidPort("65616", in: reference))
        #expect(redirect.map { "\($0)" }?.contains("\"65616\"") == true)

        let (linked, _) = controller(200, ["Link": "<\(reference)>; rel=next"])
        let link = await refusal { for try await _ in linked.pages(of: ListNumbers()) {} }
        #expect(link as? EndpointPagingError == .invalidPort("65616", in: reference))
        #expect(link.map { "\($0)" }?.contains("\"65616\"") == true)
    }

    @Test(
        "Hides a link to the next page that is refused, if the path is secret",
        arguments: [
            ("<x:s3cret>; rel=next", .invalidLink("***")), ("</a/b#s3cret>; rel=next", .repeatedLink("***")),
            ("<//h:65616/s3cret>; rel=next", .invalidPort("65616", in: "***")), ("<s3cret", .invalidLinkField("***")),
        ] as [(String, EndpointPagingError)])
    func secretPath(link: String, expected: EndpointPagingError) async {
        let rules = EndpointRules(hasSecretPath: true)
        let controller = Controller(
            baseURL: URL(string: "https://h/"),
            transport: Answering {
                answer(to: $0, fields: ["Content-Type": "application/json", "Link": link], chunks: ["[1]"])
            }, rules: rules)
        #expect(
            await refusal { for try await _ in controller.pages(of: ListNumbers()) {} } as? EndpointPagingError
                == expected)
    }

    @Test(
        "Hides credentials in a reference that is refused",
        arguments: ["x:y?access_token=s3cret", "https://h:65616/?access_token=s3cret"])
    func credentials(reference: String) async throws {
        let (redirected, _) = controller(302, ["Location": reference])
        let redirect = await refusal { _ = try await redirected.load(ListNumbers()) }
        let (linked, _) = controller(200, ["Link": "<\(reference)>; rel=next"])
        let link = await refusal { for try await _ in linked.pages(of: ListNumbers()) {} }
        for error in [redirect, link] { #expect(!"\(try #require(error))".contains("s3cret")) }
    }

    @Test("Refuses a request whose own URL has a port over 65535")
    func largePortOfARequest() async throws {
        let error = await #expect(throws: EndpointError<EndpointDefaultServerError>.self) {
            _ = try await Controller().load(Given(url: "http://127.0.0.1:65616/").parsed(by: .response))
        }
        guard case .invalidRequest(_, let reason) = error else { throw try #require(error) }
        #expect(reason as? EndpointRequestError == .invalidPort("65616", in: "http://127.0.0.1:65616/"))
    }
}
