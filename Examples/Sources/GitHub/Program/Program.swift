import Console
import EndpointController
import EndpointTesting
import Foundation

/// Reads from GitHub, or from a cassette with what it would say.
@main
enum Program {
    static func main() async {
        await Example.run("GitHub") {
            switch try Mode.given() {
            case nil:
                Terminal.print("From a cassette: --live asks GitHub itself, and --record makes a new cassette.", .dim)
                let replay = try ReplayTransport(Cassette.file, hiding: Cassette.secrets)
                try await Tour(transport: replay).run()
                try replay.verify()
            case .live:
                try await Tour(transport: URLSessionTransport.shared, token: token).run()
            case .record:
                let transport = URLSessionTransport.shared
                let recording = RecordingTransport(transport, to: Cassette.source, hiding: Cassette.secrets)
                try await Tour(transport: recording, token: token).run()
                try recording.save()
                Terminal.print("\nRecorded to \(Cassette.source.path(percentEncoded: false))", .bold)
            }
        }
    }

    /// A token is not needed, but without one GitHub allows few requests in an hour.
    private static var token: String? {
        ProcessInfo.processInfo.environment["GITHUB_TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
    }
}
