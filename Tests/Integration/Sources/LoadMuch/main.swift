// Loads many short texts, long streams or a gzip bomb, or kills itself during a download.
//
//     LoadMuch many <transport>            loads 10,000 short texts, and prints how many came, by how many KiB memory
//                                          grew after the first 2,000, and how many file descriptors are left open
//     LoadMuch events <transport> <bytes>  reads a stream of events, and prints how many were lost, and by how many KiB
//                                          memory grew after the first
//     LoadMuch cancel <transport> <count>  cancels streams of a silent server, and prints how many file descriptors are
//                                          left open
//     LoadMuch cache <count>               stores as many responses as a cache of 64 MiB holds, and prints by how many
//                                          KiB memory grew, and the size of the cache in KiB
//     LoadMuch bomb <transport>            reads 1 GiB of zeros from 1 MiB of compressed bytes, and prints by how many
//                                          KiB memory grew
//     LoadMuch crash <url> <file> <bytes>  downloads, and kills itself when the file has that many bytes
import EndpointAsyncHTTPClient
import EndpointStreaming
import Foundation

func crash(_ url: String, _ path: String, after bytes: Int64) async throws {
    let controller = EndpointController(baseURL: URL(string: url))
    let endpoint = RESTEndpoint(path: "export.zip")
    try await controller.download(endpoint, to: URL(fileURLWithPath: path)) { progress in
        if progress.completed >= bytes { kill(getpid(), SIGKILL) }
    }
}

let arguments = Array(CommandLine.arguments.dropFirst())
let makeTransport: [String: @Sendable () -> any EndpointTransport] = [
    "system": { SystemTransport() }, "async-http-client": { AsyncHTTPClientTransport() },
]
let transport = arguments.count > 1 ? makeTransport[arguments[1]] : nil
let number = arguments.count > 2 ? Int(arguments[2]) : nil
switch (arguments.first, transport, number) {
case ("many", let transport?, nil):
    let result = try await Many(makeTransport: transport).load()
    print(result.whole, result.growth, result.descriptors)
case ("events", let transport?, let bytes?):
    let result = try await Streams(transport: transport()).readMuch(bytes)
    print(result.lost, result.growth)
case ("cancel", let transport?, let count?): print(try await Streams(transport: transport()).cancel(count))
case ("cache", nil, nil) where arguments.count == 2:
    let result = try await Responses(count: Int(arguments[1]) ?? 0).store()
    print(result.growth, result.size)
case ("bomb", let transport?, nil): print(try await Bomb(transport: transport()).read())
case ("crash", nil, nil) where arguments.count == 4:
    try await crash(arguments[1], arguments[2], after: Int64(arguments[3]) ?? 0)
default:
    print(
        "usage: LoadMuch many <transport> | events <transport> <bytes> | cancel <transport> <count>"
            + " | bomb <transport> | cache <count> | crash <url> <file> <bytes>"
            + "; a transport is system or async-http-client")
    exit(2)
}
