// Loads from a server, and prints how many bytes came and by how many KiB the peak of the memory rose meanwhile.
//
//     LoadMuch download <file>             downloads 500 MB from a server in this process
//     LoadMuch stream                      reads a chunk of them, and the rest when the server has sent all that it can
//     LoadMuch many                        loads 10,000 short texts, and prints how many came, by how many KiB memory
//                                          grew after the first 2,000, and how many file descriptors are left open
//     LoadMuch crash <url> <file> <bytes>  downloads, and dies when so many bytes are in the file
import EndpointController
import Foundation
import Programs
import EndpointTesting

let size = 500_000_000
let sent = SentBytes()
let server = try ScriptedServer { _, connection in
    connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\nConnection: close\r\n\r\n")
    let chunk = [UInt8](repeating: 7, count: 100_000)
    for _ in 0..<size / chunk.count where connection.send(chunk) { sent.add(chunk.count) }
    connection.close()
}

func download(to path: String) async throws -> Int {
    let controller = EndpointController<EndpointDefaultServerError>(baseURL: server.url())
    let file = URL(fileURLWithPath: path)
    try await controller.download(RESTEndpoint(.get, pathComponents: ["much"]), to: file)
    return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
}

func crash(_ url: String, _ path: String, after bytes: Int64) async throws -> Int {
    let controller = EndpointController<EndpointDefaultServerError>(baseURL: URL(string: url))
    let endpoint = RESTEndpoint(.get, pathComponents: ["export.zip"])
    try await controller.download(endpoint, to: URL(fileURLWithPath: path)) { progress in
        if progress.completed >= bytes { kill(getpid(), SIGKILL) }
    }
    return 0
}

func stream() async throws -> Int {
    let controller = EndpointController<EndpointDefaultServerError>(baseURL: server.url())
    let response = try await controller.stream(RESTEndpoint(.get, pathComponents: ["much"]))
    var count = 0
    for try await chunk in response.body {
        if count == 0 { try await sent.waitForEnd(at: size) }
        count += chunk.count
    }
    return count
}

let start = try peakMemory()
let arguments = Array(CommandLine.arguments.dropFirst())
let count: Int
switch (arguments.first, arguments.count) {
case ("download", 2): count = try await download(to: arguments[1])
case ("stream", 1): count = try await stream()
case ("many", 1):
    let result = try await Many.load()
    print(result.whole, result.growth, result.descriptors)
    exit(0)
case ("crash", 4): count = try await crash(arguments[1], arguments[2], after: Int64(arguments[3]) ?? 0)
default:
    print("usage: LoadMuch download <file> | stream | many | crash <url> <file> <bytes>")
    exit(2)
}
print(count, try peakMemory() - start)
