import Console
import EndpointController
import EndpointTesting
import Foundation

/// Reads from GitHub, or from a cassette with its recorded answers.
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
                try await Tour(transport: SystemTransport.shared, token: token).run()
            case .record:
                let transport = SystemTransport.shared
                let recording = RecordingTransport(transport, to: Cassette.source, hiding: Cassette.secrets)
                try await Tour(transport: recording, token: token).run()
                try recording.save()
                Terminal.print("\nRecorded to \(Cassette.source.path(percentEncoded: false))", .bold)
            }
        }
    }

    /// The token, which is optional: without a token, GitHub allows few requests per hour.
    private static var token: String? {
        ProcessInfo.processInfo.environment["GITHUB_TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
    }
}
