import Console
import Loopback

/// Calls a shop that fails, throttles and lets tokens expire, and prints the numbers of requests that it received.
@main
enum Program {
    static func main() async {
        await Example.run("Resilience") {
            let store = ShopStore()
            try await LoopbackServer(ShopHandler(store: store)).run { port in
                try await Tour(server: ShopServer(port: port), store: store).run()
            }
        }
    }
}
