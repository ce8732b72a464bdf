import EndpointCompliance
import EndpointController
import Foundation
import Testing

extension DownloadTests {
    @Test(arguments: [
        nil, "", #"{"url":"URL","validator":"\"v1\"""#, #"{"url":7,"validator":"\"v1\""}"#,
        #"{"url":"URL","validator":"v1\r\nX: y"}"#, #"{"url":"URL","validator":"W/\"v1\""}"#,
        #"{"url":"URL","validator":"\"v1\"","total":300000}"#, #"{"url":"URL","validator":"\"v1\"","total":-1}"#,
    ])
    func restartsWhenThePartialFileOrItsSidecarIsInvalid(sidecar: String?) async throws {
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

    @Test func writesNoCredentialToTheSidecarFile() async throws {
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
