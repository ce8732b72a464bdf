import EndpointAsyncHTTPClient
import EndpointStreaming
import Foundation

/// Transfers through the controller.
enum Controlled {
    static func downloadOverSession(_ url: URL) async throws {
        try await download(url, over: SystemTransport.shared)
    }

    static func downloadOverClient(_ url: URL) async throws {
        try await download(url, over: AsyncHTTPClientTransport.shared)
    }

    static func uploadOverSession(_ url: URL) async throws {
        try await upload(url, over: SystemTransport.shared)
    }

    static func uploadOverClient(_ url: URL) async throws {
        try await upload(url, over: AsyncHTTPClientTransport.shared)
    }

    private static func download(_ url: URL, over transport: any EndpointTransport) async throws {
        let controller = EndpointController(baseURL: url, transport: transport)
        try await controller.download(RESTEndpoint(path: "export"), to: Transfer.file)
        try Transfer.check(try Transfer.fileLength())
    }

    private static func upload(_ url: URL, over transport: any EndpointTransport) async throws {
        let controller = EndpointController(baseURL: url, transport: transport)
        let endpoint = RESTEndpoint<Int>(.post, path: "uploads", body: .file(Transfer.file), parser: .lossless())
        try Transfer.check(try await controller.upload(endpoint) { _ in })
    }
}
