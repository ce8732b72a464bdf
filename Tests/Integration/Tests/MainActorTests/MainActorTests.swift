// The code of this module belongs to the main actor by default.
import Endpoint
import Foundation
import Testing

private struct Conditional<Element: Sendable>: BaseURLEndpointType, MethodProviderType, Sendable {
    var method: HTTPMethod { .get }
}

extension Conditional: HeaderFieldsProviderType where Element: Equatable {
    var headerFields: [String: String] { ["From": "conditional"] }
}

private class Superclass: BaseURLEndpointType, MethodProviderType {
    var method: HTTPMethod { .get }
}

private final class Subclass: Superclass, HeaderFieldsProviderType {
    var headerFields: [String: String] { ["From": "subclass"] }
}

private nonisolated protocol Shared: BaseURLEndpointType, MethodProviderType, HeaderFieldsProviderType, Sendable {}

private nonisolated extension Shared {
    var headerFields: [String: String] { ["From": "shared"] }
}

private struct Sharing: Shared {
    var method: HTTPMethod { .get }
}

private struct Wrapping: BaseURLEndpointType {
    let base: Sharing
}

extension Wrapping: EndpointWrapper {}

@Suite struct MainActorTests {
    /// Returns the sender of a request that is built outside any actor.
    @concurrent private nonisolated func sender(of endpoint: some BaseURLEndpointType & Sendable) async throws
        -> String?
    {
        try await Self.sender { endpoint }
    }

    @concurrent private nonisolated static func sender(
        _ make: @Sendable () -> any BaseURLEndpointType
    ) async throws -> String? {
        let baseURL = try #require(URL(string: "https://example.com/"))
        return try make().request(baseURL: baseURL).value(forHTTPHeaderField: "From")
    }

    @Test func usesEveryConformanceOutsideTheMainActor() async throws {
        #expect(try await sender(of: Conditional<Int>()) == "conditional")
        #expect(try await Self.sender { Subclass() } == "subclass")
        #expect(try await sender(of: Sharing()) == "shared")
    }

    /// Indicates whether a value is recognised as a wrapper outside any actor, where a controller looks for wrappers.
    @concurrent private nonisolated func isWrapper(_ endpoint: some Sendable) async -> Bool {
        endpoint is any EndpointWrapper
    }

    @Test func recognisesWrappersOutsideTheMainActor() async throws {
        #expect(await isWrapper(Wrapping(base: Sharing())))
        #expect(try await sender(of: Wrapping(base: Sharing())) == "shared")
    }
}
