import EndpointCompliance
import EndpointController
import EndpointStreaming
import Foundation
import Testing

extension DownloadTests {
    /// Each row is a pattern in the sidecar file, and the text to put in its place; nil removes the file.
    @Test(arguments: [
        ("^", nil), ("^.*$", ""), (#"\}$"#, ""), (#""fileHash":\d+"#, #""fileHash":7"#),
        (#"\\"v1\\""#, #"v1\r\nX: y"#), (#"\\"v1\\""#, #"W/\"v1\""#), ("v1", #"v\u00851"#),
        (#""total":\d+"#, #""total":149999"#), (#""total":\d+"#, #""total":-1"#),
    ])
    func restartsWhenTheSidecarIsInvalid(pattern: String, replacement: String?) async throws {
        try await expectRestart { _, sidecar in
            guard let replacement else { return try FileManager.default.removeItem(at: sidecar) }
            let text = try String(contentsOf: sidecar, encoding: .utf8)
            let changed = text.replacing(try Regex(pattern), with: replacement)
            #expect(changed != text)
            try Data(changed.utf8).write(to: sidecar)
        }
    }

    @Test func restartsWhenThePartIsEmptyAndItsTotalIsZero() async throws {
        try await expectRestart { part, sidecar in
            let text = try String(contentsOf: sidecar, encoding: .utf8)
            try Data(text.replacing(/"total":\d+/, with: #""total":0"#).utf8).write(to: sidecar)
            try Data().write(to: part)
        }
    }

    /// Breaks off a download, changes its part or sidecar file, and expects the next download to load the whole file.
    private func expectRestart(after change: (_ part: URL, _ sidecar: URL) throws -> Void) async throws {
        let server = try ScriptedServer(inTurn: [Export.whole(cutAt: Export.half), Export.whole()])
        defer { server.stop() }
        try await DownloadPlace.with { place in
            #expect(await place.download(from: server) != nil)
            let leftover = place.leftover.map { place.folder.appending(path: $0) }
            try change(leftover[0], leftover[1])
            expectSuccess(await place.download(from: server))
            #expect(server.requests.map { $0.field("Range") } == [nil, nil])
            try #expect(place.bytes() == Export.bytes)
            try #expect(place.contents() == ["export.zip"])
        }
    }

    @Test func writesNeitherThePathNorACredentialToTheSidecarFile() async throws {
        let server = try ScriptedServer(Export.whole(cutAt: Export.half))
        defer { server.stop() }
        try await DownloadPlace.with { place in
            let controller = EndpointController<EndpointDefaultServerError>(baseURL: server.url())
            let items = [URLQueryItem(name: "access_token", value: "hunter2")]
            let endpoint = RESTEndpoint(.get, path: .segments(["export.zip"]), queryItems: items)
            let error = await #expect(throws: DownloadError.self) {
                try await controller.download(endpoint, to: place.file)
            }
            #expect(error?.kind == .truncatedResponse)
            let kept = try String(contentsOf: place.folder.appending(path: place.leftover[1]), encoding: .utf8)
            #expect(kept.contains("v1"))
            for part in ["export", "hunter2"] { #expect(!kept.contains(part)) }
        }
    }
}
