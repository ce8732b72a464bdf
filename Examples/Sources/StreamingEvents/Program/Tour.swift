import Console
import EndpointStreaming
import Foundation

/// The steps of the program.
struct Tour {
    let port: UInt16
    let speaker: Speaker

    func run() async throws {
        let controller = EndpointController(
            baseURL: URL(string: "http://127.0.0.1:\(port)/"), middleware: [RequestLine()])
        let text = Program.words.joined()
        try await Example.step("An answer, as it arrives") {
            var answer = ""
            for try await piece in controller.elements(of: Answer(question: "What happened?")) {
                Terminal.write(piece.text, .green)
                answer += piece.text
            }
            Terminal.print("")
            try WrongAnswer.unless(answer, is: text)
        }
        try await Example.step("A story that resumes after its connection breaks off") {
            var story: [String] = []
            for try await event in controller.serverSentEvents(of: Story()) {
                Terminal.print("\(event.id) \(event.data)", .green)
                story.append(event.data)
            }
            try WrongAnswer.unless(story.joined(), is: text)
            let lastIDs = await speaker.lastIDs
            Terminal.print("→ resumed after \(lastIDs.compactMap { $0 }.joined(separator: " and "))")
            let count = Program.words.count
            try WrongAnswer.unless(lastIDs, is: [nil, "\(count / 2)", "\(count)"])
        }
    }
}
