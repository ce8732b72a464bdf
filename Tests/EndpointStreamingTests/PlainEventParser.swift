import EndpointStreaming

/// A simple, slow parser of a whole stream of events, which follows sections 9.2.5 and 9.2.6 of the WHATWG HTML
/// standard line by line.
struct PlainEventParser {
    private(set) var events: [ServerSentEvent] = []
    private var dataBuffer = ""
    private var eventTypeBuffer = ""
    private var lastEventIDBuffer = ""
    private var reconnectionTime: Duration?

    /// - Parameter bytes: The bytes of the stream, up to its end.
    init(_ bytes: some Collection<UInt8>) {
        // Streams must be decoded using the UTF-8 decode algorithm, which strips one leading byte order mark.
        var text = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
        if text.first == "\u{FEFF}" { text = text.dropFirst() }
        while let end = text.firstIndex(where: { $0 == "\r" || $0 == "\n" }) {
            let line = String(text[..<end])
            let next = text.index(after: end)
            let isPair = text[end] == "\r" && next < text.endIndex && text[next] == "\n"
            text = text[(isPair ? text.index(after: next) : next)...]
            process(line)
        }
        // Any pending data must be discarded once the end of the stream is reached.
    }

    private mutating func process(_ line: String) {
        let scalars = line.unicodeScalars
        if scalars.isEmpty {
            dispatch()
        } else if scalars.first == ":" {
            // Ignore the line.
        } else if let colon = scalars.firstIndex(of: ":") {
            let field = String(scalars[..<colon])
            var value = scalars[scalars.index(after: colon)...]
            if value.first == " " { value = value.dropFirst() }
            process(field, String(value))
        } else {
            process(line, "")
        }
    }

    private mutating func process(_ field: String, _ value: String) {
        switch field {
        case "event":
            eventTypeBuffer = value
        case "data":
            dataBuffer += value
            dataBuffer += "\n"
        case "id":
            if !value.unicodeScalars.contains("\0") { lastEventIDBuffer = value }
        case "retry":
            if !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
                reconnectionTime = .milliseconds(Int(value) ?? 9_007_199_254_740_991)
            }
        default:
            break
        }
    }

    private mutating func dispatch() {
        defer {
            dataBuffer = ""
            eventTypeBuffer = ""
        }
        if dataBuffer.isEmpty { return }
        dataBuffer.unicodeScalars.removeLast()
        let type = eventTypeBuffer.isEmpty ? "message" : eventTypeBuffer
        events.append(
            ServerSentEvent(type: type, data: dataBuffer, id: lastEventIDBuffer, retry: reconnectionTime))
    }
}
