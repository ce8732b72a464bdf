import Foundation

/// A way to download or to upload a large file.
struct Transfer: Sendable {
    struct WrongLength: Error {
        let length: Int
    }

    /// The number of bytes to transfer.
    static let length = 500_000_000

    /// The file to download to, or to upload.
    static let file = FileManager.default.temporaryDirectory.appending(path: "endpoint-benchmarks-transfer")

    let name: String
    let run: @Sendable (URL) async throws -> Void

    /// All ways in each direction.
    static let all: KeyValuePairs<String, [Transfer]> = [
        "download": [
            Transfer(name: "URLSession by hand, download(from:)", run: SessionByHand.download),
            Transfer(name: "URLSession by hand, chunk by chunk", run: SessionByHand.downloadInChunks),
            Transfer(name: "controller over SystemTransport", run: Controlled.downloadOverSession),
            Transfer(name: "async-http-client by hand", run: ClientByHand.download),
            Transfer(name: "controller over AsyncHTTPClientTransport", run: Controlled.downloadOverClient),
        ],
        "upload": [
            Transfer(name: "URLSession by hand, upload(for:fromFile:)", run: SessionByHand.upload),
            Transfer(name: "controller over SystemTransport", run: Controlled.uploadOverSession),
            Transfer(name: "async-http-client by hand", run: ClientByHand.upload),
            Transfer(name: "controller over AsyncHTTPClientTransport", run: Controlled.uploadOverClient),
        ],
    ]

    static func named(_ direction: String, _ name: String) -> Transfer? {
        all.first { $0.key == direction }?.value.first { $0.name == name }
    }

    /// Throws unless all bytes have arrived.
    static func check(_ length: Int) throws {
        guard length == Self.length else { throw WrongLength(length: length) }
    }

    /// Creates the file, empty, and opens it for writing.
    static func newFile() throws -> FileHandle {
        try Data().write(to: file)
        return try FileHandle(forWritingTo: file)
    }

    /// Returns the length of the file.
    static func fileLength() throws -> Int {
        try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
    }
}
