import Foundation

/// Loads the same endpoints from two servers, and shows each request, its response and what it is parsed to.
@main
enum SwitchingServers {
    static func main() async {
        do {
            try await LoopbackServer(directory: .staging).run { stagingPort in
                try await LoopbackServer(directory: .production).run { productionPort in
                    let servers: [Server] = [.staging(port: stagingPort), .production(port: productionPort)]
                    try await Walkthrough(servers: servers).run()
                }
            }
        } catch {
            Terminal.printError("\nSwitchingServers failed: \(error.localizedDescription)")
            exit(EXIT_FAILURE)
        }
    }
}
