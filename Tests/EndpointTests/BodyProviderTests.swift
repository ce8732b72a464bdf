import Endpoint
import Foundation
import Testing

@Suite struct BodyProviderTests {
    private struct Unavailable: Error {}

    private struct Import: BaseURLEndpointType, MethodProviderType, BodyProviderType {
        let error: (any Error)?
        var method: HTTPMethod { .post }
        var body: HTTPBody? {
            get throws {
                if let error { throw error }
                return .text("a,b")
            }
        }
    }

    private struct ImportOfURL: EndpointType, MethodProviderType, URLProviderType, BodyProviderType {
        let error: any Error
        var method: HTTPMethod { .post }
        var url: URL? { baseURL }
        var body: HTTPBody? { get throws { throw error } }
    }

    private class Post: BaseURLEndpointType, MethodProviderType {
        var method: HTTPMethod { .post }
    }

    private final class FailingPost: Post, BodyProviderType {
        var body: HTTPBody? { get throws { throw Unavailable() } }
    }

    @Test("Uses the body of a getter that may throw")
    func throwingGetter() throws {
        #expect(try Import(error: nil).request(baseURL: baseURL).bodyText == "a,b")
    }

    @Test("Wraps the error of a body in bodyNotEncodable")
    func foreignError() throws {
        let builds = [
            { try Import(error: Unavailable()).request(baseURL: baseURL) },
            { try ImportOfURL(error: Unavailable()).request }, { try FailingPost().request(baseURL: baseURL) },
        ]
        for build in builds {
            let error = error(build)
            guard case .bodyNotEncodable(let reason) = error, reason is Unavailable else { throw try #require(error) }
        }
    }

    @Test("Rethrows an EndpointRequestError of a body unchanged")
    func requestError() {
        let thrown = EndpointRequestError.unreadableFile(URL(fileURLWithPath: "/a"), Unavailable())
        #expect(error { try Import(error: thrown).request(baseURL: baseURL) } == thrown)
        #expect(error { try ImportOfURL(error: thrown).request } == thrown)
    }
}
