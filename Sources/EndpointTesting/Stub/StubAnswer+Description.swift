extension StubAnswer: CustomStringConvertible, CustomReflectable {
    /// The status or fault, the ending and the delay, without the header fields and the body, which may hold secrets.
    public var description: String {
        let text =
            switch content {
            case .response(let status, _, _): "\(status)\(end)"
            case .failure(let error): "fails: \(error)"
            case .silence: "never answers"
            }
        return delay.map { "delayed by \($0): \(text)" } ?? text
    }

    private var end: String {
        switch ending {
        case .whole: ""
        case .failed: ", truncated after \(cutText)"
        case .stalled: ", stalled after \(cutText)"
        }
    }

    private var cutText: String { cut == .max ? "the whole body" : cut == 1 ? "1 byte" : "\(cut) bytes" }

    /// The mirror that `dump` shows: no more than ``description``.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
