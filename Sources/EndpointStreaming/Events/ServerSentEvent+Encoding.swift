public import Foundation

extension ServerSentEvent {
    /// The event as a server sends it, with the empty line that ends it: for a server, or for a stubbed response.
    ///
    /// Line breaks in ``type`` and ``id`` are left out, as is an ``id`` with U+0000.
    public var encoded: Data {
        var lines = data.split(omittingEmptySubsequences: false) { ["\n", "\r", "\r\n"].contains($0) }
            .map { "data: \($0)" }
        // Neither can have a line break, and an `id` with U+0000 is ignored (WHATWG HTML, section 9.2.6).
        let (type, id) = (Self.line(type), Self.line(id))
        if type != "message" { lines.append("event: \(type)") }
        if !id.isEmpty, !id.utf8.contains(0) { lines.append("id: \(id)") }
        // An integer type would overflow for long durations.
        if let retry { lines.append(String(format: "retry: %.0f", (retry / .milliseconds(1)).rounded(.towardZero))) }
        return Data((lines.joined(separator: "\n") + "\n\n").utf8)
    }

    private static func line(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\n" && $0 != "\r" }))
    }
}
