@testable import EndpointStreaming
import EndpointSupport
@testable import EndpointTransports
import Foundation

extension FuzzTarget {
    /// The events are those that the algorithm of the standard gives, however the bytes arrive.
    static let serverSentEvents = FuzzTarget { input in
        let (whole, chunks) = input.stream
        let plain = plainEvents(in: whole)
        wait {
            for limit in [.max, 12] {
                let (one, other) = (await result([whole], limit: limit), await result(chunks, limit: limit))
                expect(
                    one.events.map(parts) == other.events.map(parts) && one.error == other.error,
                    "\(one) is \(other) in chunks of \(chunks.map(\.count)), up to \(limit) bytes")
                let isPlain = one.error == nil && one.events.map(parts) == plain.map(parts)
                expect(isPlain || limit == 12, "\(one) is not \(plain)")
            }
        }
    }

    private static func result(_ chunks: [Data], limit: Int) async -> (events: [ServerSentEvent], error: String?) {
        let rest = Locked(chunks[...])
        var events: [ServerSentEvent] = []
        do {
            let body = EndpointResponseBody { rest.withLock { $0.popFirst() } }
            for try await event in body.serverSentEvents(limit: limit) { events.append(event) }
            return (events, nil)
        } catch {
            return (events, "\(error)")
        }
    }

    /// Returns the parts of an event, to be compared byte by byte.
    private static func parts(_ event: ServerSentEvent) -> [[UInt8]] {
        [event.type, event.data, event.id, "\(event.retry as Any)"].map { Array($0.utf8) }
    }

    /// Returns the events by sections 9.2.5 and 9.2.6 of WHATWG HTML.
    private static func plainEvents(in stream: Data) -> [ServerSentEvent] {
        var scalars = Array(String(decoding: stream, as: UTF8.self).unicodeScalars)
        if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
        var lines: [[Unicode.Scalar]] = [[]]
        for (index, scalar) in scalars.enumerated() {
            if scalar == "\n", index > 0, scalars[index - 1] == "\r" { continue }
            if scalar == "\n" || scalar == "\r" { lines.append([]) } else { lines[lines.count - 1].append(scalar) }
        }
        var events: [ServerSentEvent] = []
        var (data, type, id) = ("", "", "")
        var retry: Duration?
        for line in lines.dropLast() {
            let colon = line.firstIndex(of: ":") ?? line.endIndex
            let rest = line[colon...].dropFirst()
            let value = String(String.UnicodeScalarView(rest.first == " " ? rest.dropFirst() : rest))
            switch String(String.UnicodeScalarView(line[..<colon])) {
            case "data": data += value + "\n"
            case "event": type = value
            case "id" where !rest.contains("\0"): id = value
            case "retry" where !value.isEmpty && value.utf8.allSatisfy({ (0x30...0x39).contains($0) }):
                retry = .milliseconds(Int(min(Double(value) ?? 0, 9_007_199_254_740_991)))
            case "" where line.isEmpty:
                let text = String(data.unicodeScalars.dropLast())
                let name = type.isEmpty ? "message" : type
                if !data.isEmpty { events.append(ServerSentEvent(type: name, data: text, id: id, retry: retry)) }
                (data, type) = ("", "")
            default: break
            }
        }
        return events
    }
}
