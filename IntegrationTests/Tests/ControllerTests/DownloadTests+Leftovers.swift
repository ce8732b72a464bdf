import EndpointCompliance
import EndpointController
import Foundation
import Programs
import Testing

extension DownloadTests {
    @Test(arguments: [1, 150_000, 300_000])
    func aProcessThatDiedLeavesWhatCanBeContinued(bytes: Int) async throws {
        let server = try ScriptedServer(
            inTurn: [
                Export.whole(cutAt: max(bytes, Export.half), waits: true),
                { request, connection in
                    let start = request.field("Range").flatMap { Int($0.filter(\.isNumber)) } ?? 0
                    Export.part(range: "bytes \(start)-299999/300000")(request, connection)
                },
            ])
        defer { server.stop() }
        try await DownloadPlace.with { place in
            let program = products.appending(path: "LoadMuch").path
            let result = try await run(program, ["crash", "\(server.url())", place.file.path, "\(bytes)"])
            try #require(result.status == 9, "\(result.errorOutput)")
            try #expect(place.contents() == place.leftover)
            #expect(await place.download(from: server) == nil)
            #expect(server.requests.last?.field("Range")?.hasPrefix("bytes=") == true)
            try #expect(place.bytes() == Export.bytes)
            try #expect(place.contents() == ["export.zip"])
        }
    }

    @Test(arguments: [
        nil, "", #"{"url":"URL","validator":"\"v1\"""#, #"{"url":7,"validator":"\"v1\""}"#,
        #"{"url":"URL","validator":"v1\r\nX: y"}"#, #"{"url":"URL","validator":"W/\"v1\""}"#,
        #"{"url":"URL","validator":"\"v1\"","total":300000}"#, #"{"url":"URL","validator":"\"v1\"","total":-1}"#,
    ])
    func bytesThatMakeNoSenseAreWrittenAnew(sidecar: String?) async throws {
        let server = try ScriptedServer(Export.whole())
        defer { server.stop() }
        try await DownloadPlace.with { place in
            try Data(count: 300_001).write(to: place.folder.appending(path: place.leftover[0]))
            if let sidecar {
                let text = sidecar.replacing("URL", with: server.url("export.zip").absoluteString)
                try Data(text.utf8).write(to: place.folder.appending(path: place.leftover[1]))
            }
            #expect(await place.download(from: server) == nil)
            #expect(server.requests.map { $0.field("Range") } == [nil])
            try #expect(place.bytes() == Export.bytes)
            try #expect(place.contents() == ["export.zip"])
        }
    }

    @Test func whatStaysHoldsNoCredential() async throws {
        let server = try ScriptedServer(Export.whole(cutAt: Export.half))
        defer { server.stop() }
        try await DownloadPlace.with { place in
            let controller = EndpointController<EndpointDefaultServerError>(baseURL: server.url())
            let items = [URLQueryItem(name: "access_token", value: "hunter2")]
            let endpoint = RESTEndpoint(.get, pathComponents: ["export.zip"], queryItems: items)
            await #expect(throws: DownloadError.self) { try await controller.download(endpoint, to: place.file) }
            let kept = try String(contentsOf: place.folder.appending(path: place.leftover[1]), encoding: .utf8)
            #expect(kept.contains("export.zip"))
            #expect(!kept.contains("hunter2"))
        }
    }
}
