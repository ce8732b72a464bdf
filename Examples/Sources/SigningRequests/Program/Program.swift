import Console

/// Sends signed requests to servers that verify signatures, and prints what the servers received.
@main
enum Program {
    static func main() async {
        await Example.run("SigningRequests") {
            try await Tour.Servers.run { try await Tour(servers: $0).run() }
        }
    }
}
