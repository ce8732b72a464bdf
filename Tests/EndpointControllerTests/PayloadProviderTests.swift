import EndpointController
import Foundation
import Testing

/// Tests of the default parsers of payloads.
@Suite struct PayloadProviderTests {
    private struct User: Decodable, Equatable { var id: Int }

    private struct GetUser: PayloadProviderType { typealias Payload = User }
    private struct FindUser: PayloadProviderType { typealias Payload = User? }
    private struct GetUsers: PayloadProviderType { typealias Payload = [User] }
    private struct GetName: PayloadProviderType { struct Payload: Decodable { var name: String } }
    private struct GetImage: PayloadProviderType { typealias Payload = Data }
    private struct GetReadme: PayloadProviderType { typealias Payload = String }
    private struct DeleteUser: PayloadProviderType { typealias Payload = Void }
    private struct CountUsers: PayloadProviderType { var parser: PayloadParser<Int> { .lossless() } }
    private struct GetAnything: PayloadProviderType {
        var parser: PayloadParser<[String: any Sendable]> { .dictionary }
    }

    @Test func choosesTheParserByThePayloadType() throws {
        #expect(try GetUser().parser.parse(try response(#"{"id":867}"#)) == User(id: 867))
        #expect(try FindUser().parser.parse(try response("")) == nil)
        #expect(try GetUsers().parser.parse(try response(#"[{"id":867}]"#)) == [User(id: 867)])
        #expect(try GetName().parser.parse(try response(#"{"name":"Ada"}"#)).name == "Ada")
        #expect(try GetImage().parser.parse(try response([0xFF])) == Data([0xFF]))
        #expect(try GetReadme().parser.parse(try response([0xEB], contentType: "text/plain; charset=latin1")) == "ë")
        #expect(throws: Never.self) { try DeleteUser().parser.parse(try response("")) }
        #expect(try CountUsers().parser.parse(try response("867")) == 867)
        #expect(try GetAnything().parser.parse(try response(#"{"a":1}"#))["a"] as? Int == 1)
    }

    private struct Get<Value: Decodable & Sendable>: PayloadProviderType { typealias Payload = Value }
    fileprivate struct Page<Element: Sendable> { var element: Element? }

    @Test func readsBytesAndTextUnchangedInAGenericEndpoint() throws {
        #expect(try Get<User>().parser.parse(try response(#"{"id":867}"#)) == User(id: 867))
        #expect(try Get<Data>().parser.parse(try response([0xFF])) == Data([0xFF]))
        #expect(try Get<String>().parser.parse(try response("plain")) == "plain")
        #expect(try Get<String?>().parser.parse(try response("plain")) == "plain")
        #expect(try Get<String?>().parser.parse(try response("")) == nil)
        #expect(try Get<Data?>().parser.parse(try response([0xFF])) == Data([0xFF]))
        #expect(try Get<Data?>().parser.parse(try response("")) == nil)
        #expect(try Get<User?>().parser.parse(try response("")) == nil)
        #expect(try Get<[String]>().parser.parse(try response(#"["a"]"#)) == ["a"])
        #expect(throws: EndpointPayloadError.emptyBody) { try Get<User>().parser.parse(try response("")) }
    }

    @Test func suppliesAParserForAConditionalConformance() throws {
        #expect(try Page<User>().parser.parse(try response(#"[{"id":867}]"#)) == [User(id: 867)])
    }
}

extension PayloadProviderTests.Page: PayloadProviderType where Element: Decodable {
    typealias Payload = [Element]
}
