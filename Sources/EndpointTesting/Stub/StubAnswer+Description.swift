extension StubAnswer: CustomStringConvertible, CustomReflectable {
    /// The status or fault, the ending and the delay, without header fields and body, which may contain secrets.
    public var description: String {
        let text =
            switch content {
            case .response(let response): "\(response.statusCode)\(Self.end(of: response))"
            case .failure(let error): "fails: \(error)"
            case .silence: "never answers"
            }
        return delay.map { "delayed by \($0): \(text)" } ?? text
    }

    private static func end(of response: MadeUpResponse) -> String {
        let cut = response.cut
        let place = cut == .max ? "the whole body" : cut == 1 ? "1 byte" : "\(cut) bytes"
        return switch response.ending {
        case .whole: ""
        case .failed: ", truncated after \(place)"
        case .stalled: ", stalled after \(place)"
        }
    }

    /// The mirror that `dump` shows: no more than ``description``.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
