// Loads much of what is small, or dies while it loads.
//
//     LoadMuch many <transport>            loads 10,000 short texts, and prints how many came, by how many KiB memory
//                                          grew after the first 2,000, and how many file descriptors are left open
//     LoadMuch crash <url> <file> <bytes>  downloads, and dies when so many bytes are in the file
import EndpointAsyncHTTPClient
import EndpointController
import Foundation

func crash(_ url: String, _ path: String, after bytes: Int64) async throws {
    let controller = EndpointController<EndpointDefaultServerError>(baseURL: URL(string: url))
    let endpoint = RESTEndpoint(.get, pathComponents: ["export.zip"])
    try await controller.download(endpoint, to: URL(fileURLWithPath: path)) { progress in
        if progress.completed >= bytes { kill(getpid(), SIGKILL) }
    }
}

let arguments = Array(CommandLine.arguments.dropFirst())
switch (arguments.first, arguments.count) {
case ("many", 2):
    let makeTransport: [String: @Sendable () -> any EndpointTransport] = [
        "URLSession": { URLSessionTransport() }, "async-http-client": { AsyncHTTPClientTransport() },
    ]
    guard let transport = makeTransport[arguments[1]] else { exit(2) }
    let result = try await Many(makeTransport: transport).load()
    print(result.whole, result.growth, result.descriptors)
case ("crash", 4): try await crash(arguments[1], arguments[2], after: Int64(arguments[3]) ?? 0)
default:
    print("usage: LoadMuch many URLSession|async-http-client | crash <url> <file> <bytes>")
    exit(2)
}
