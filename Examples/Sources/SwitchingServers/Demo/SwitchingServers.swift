import Console
import Loopback

/// Loads the same endpoints from two servers, and prints each request, its response and the parsed value.
@main
enum SwitchingServers {
    static func main() async {
        await Example.run("SwitchingServers") {
            try await LoopbackServer(UsersHandler(.staging)).run { stagingPort in
                try await LoopbackServer(UsersHandler(.production)).run { productionPort in
                    let servers: [Server] = [.staging(port: stagingPort), .production(port: productionPort)]
                    try await Walkthrough(servers: servers).run()
                }
            }
        }
    }
}
