import Console
import Foundation
import Loopback

/// Prints an answer while it arrives, and a story whose connection breaks off in the middle.
@main
enum Program {
    static let words = "Once upon a time a connection broke off, and the story went on.".split(separator: " ").map {
        "\($0) "
    }

    static func main() async {
        await Example.run("StreamingEvents") {
            let speaker = Speaker(words: words)
            try await LoopbackServer(speaker).run { port in
                try await Tour(port: port, speaker: speaker).run()
            }
        }
    }
}
