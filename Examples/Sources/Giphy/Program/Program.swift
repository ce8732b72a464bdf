import Console
import Foundation
import Loopback

/// Searches Giphy, or a server on this machine that imitates it.
@main
enum Program {
    static func main() async {
        await Example.run("Giphy") {
            switch try Mode.given() {
            case .live:
                try await Tour(server: .live, key: try APIKey.ofEnvironment()).run()
            case nil:
                Terminal.print("From a server on this machine: --live asks Giphy itself.", .dim)
                let key = APIKey.random()
                try await LoopbackServer(GiphyHandler(key: key)).run { port in
                    try await Tour(server: .loopback(port: port), key: key).run()
                }
            }
        }
    }
}
