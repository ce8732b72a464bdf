import Console
import EndpointController
import Foundation
import Loopback

/// Loads a list in both directions, with a pager, a retrier and a transport that are written here.
@main
enum Program {
    static func main() async {
        await Example.run("ExtendingEndpoint") {
            try await LoopbackServer(MessageHandler()).run { port in
                let api = EndpointController(
                    baseURL: URL(string: "http://127.0.0.1:\(port)/"), transport: SocketTransport(),
                    middleware: [Retrier(firstPause: .milliseconds(50)), RequestLine().oncePerRequest()])
                var pager = try await TwoWayPager(api, from: ListMessages(page: 2), of: Message.self)
                try await Example.step("The page in the middle") {
                    try expect(pager.items, "message 4, message 5, message 6")
                }
                try await Example.step("Forward, from a server that is overloaded at first") {
                    try expect(try await pager.goForward(), "message 7, message 8, message 9")
                    try expect(try await pager.goForward(), "the end")
                }
                try await Example.step("Back") {
                    try expect(try await pager.goBack(), "message 4, message 5, message 6")
                    try expect(try await pager.goBack(), "message 1, message 2, message 3")
                    try expect(try await pager.goBack(), "the end")
                }
            }
        }
    }

    private static func expect(_ page: [Message]?, _ expected: String) throws {
        let text = page?.map(\.text).joined(separator: ", ") ?? "the end"
        Terminal.print("→ \(text)", .green)
        try WrongAnswer.unless(text, is: expected)
    }
}
