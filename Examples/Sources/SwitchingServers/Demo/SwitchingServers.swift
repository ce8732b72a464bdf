import Foundation

/// Sends the same endpoints to two servers, and shows each request and its response.
@main
enum SwitchingServers {
    static func main() async {
        do {
            try await LoopbackServer(directory: .staging).run { stagingPort in
                try await LoopbackServer(directory: .production).run { productionPort in
                    try await Walkthrough(
                        staging: .staging(port: stagingPort),
                        production: .production(port: productionPort)
                    ).run()
                }
            }
        } catch {
            Terminal.printError("SwitchingServers failed: \(error.localizedDescription)")
            exit(EXIT_FAILURE)
        }
    }
}
