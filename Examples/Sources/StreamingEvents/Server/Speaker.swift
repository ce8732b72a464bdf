import FlyingFox
import FlyingSocks
import Foundation

/// The server's side of the API: it sends one word after the other, and breaks off the connection once.
actor Speaker: HTTPHandler {
    private let words: [String]
    private var breaks = 1
    /// The `Last-Event-ID` of each request for the story; nil for the whole story.
    private(set) var lastIDs: [String?] = []

    init(words: [String]) {
        self.words = words
    }

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        if request.path == "/answer" {
            let events = try words.map { word in
                "data: \(String(decoding: try JSONEncoder().encode(Piece(text: word)), as: UTF8.self))\n\n"
            }
            return Self.stream(events + ["data: [DONE]\n\n"], breaksOff: false)
        }
        let lastID = request.headers[HTTPHeader("Last-Event-ID")]
        lastIDs.append(lastID)
        let start = lastID.flatMap(Int.init) ?? 0
        // A client does not reconnect after this status.
        if start == words.count { return HTTPResponse(statusCode: .noContent) }
        let events = zip(words, 1...).map { word, number in "id: \(number)\nretry: 100\ndata: \(word)\n\n" }
        defer { breaks = 0 }
        return Self.stream(
            breaks > 0 ? Array(events.prefix(words.count / 2)) : Array(events[start...]), breaksOff: breaks > 0)
    }

    private static func stream(_ events: [String], breaksOff: Bool) -> HTTPResponse {
        HTTPResponse(
            statusCode: .ok,
            headers: [.contentType: "text/event-stream"],
            body: HTTPBodySequence(from: SpokenBytes(events: events, breaksOff: breaksOff))
        )
    }
}

/// The bytes of events, one event at a time.
private struct SpokenBytes: AsyncBufferedSequence {
    typealias Element = UInt8

    let events: [String]
    let breaksOff: Bool

    func makeAsyncIterator() -> Iterator {
        Iterator(events: events[...], breaksOff: breaksOff)
    }

    struct Iterator: AsyncBufferedIteratorProtocol {
        fileprivate var events: ArraySlice<String>
        fileprivate let breaksOff: Bool

        mutating func next() async throws -> UInt8? {
            try await nextBuffer(suggested: 1)?.first
        }

        mutating func nextBuffer(suggested count: Int) async throws -> Data? {
            try await Task.sleep(for: .milliseconds(50))
            if let event = events.popFirst() { return Data(event.utf8) }
            // If the body throws an error, the server closes the connection.
            if breaksOff { throw SocketError.disconnected }
            return nil
        }
    }
}
