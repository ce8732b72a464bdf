extension StubAnswer: CustomStringConvertible, CustomReflectable {
    /// The status or the fault, without header fields and body, which may hold credentials.
    public var description: String {
        let text =
            switch content {
            case .response(let status, _, _): "\(status)"
            case .failure(let error): "\(error)"
            case .silence: "never answers"
            }
        let end =
            switch ending {
            case .whole: ""
            case .truncated(let count): ", truncated after \(count) bytes"
            case .stalled(let count): ", stalled after \(count) bytes"
            }
        return text + end + (delay.map { ", delayed by \($0)" } ?? "")
    }

    /// The mirror that `dump` shows: no more than ``description``.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
