public import Foundation

extension ServerSentEvent {
    /// The event as a server sends it, with the empty line that ends it: for a server, or for a stubbed response.
    public var encoded: Data {
        var lines = data.split(omittingEmptySubsequences: false) { ["\n", "\r", "\r\n"].contains($0) }
            .map { "data: \($0)" }
        if type != "message" { lines.append("event: \(type)") }
        if !id.isEmpty { lines.append("id: \(id)") }
        // An integer type would overflow for long durations.
        if let retry { lines.append(String(format: "retry: %.0f", (retry / .milliseconds(1)).rounded(.towardZero))) }
        return Data((lines.joined(separator: "\n") + "\n\n").utf8)
    }
}
