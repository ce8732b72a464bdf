import EndpointController

/// How far a download has come: a bar that grows on a terminal, and a line at the end everywhere else.
enum ProgressBar {
    private static let width = 40

    static func show(_ progress: EndpointProgress) {
        let isWhole = progress.completed == progress.total
        let line = "\(bar(progress.fraction ?? 0)) \(progress.completed / 1_024) KiB"
        if Terminal.isInteractive {
            // Each state covers the one before, and the last one stays.
            Terminal.write("\r\(line)\(isWhole ? "\n" : "")", .green)
        } else if isWhole {
            Terminal.print(line)
        }
    }

    private static func bar(_ fraction: Double) -> String {
        let filled = Int(fraction * Double(width))
        let marks = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
        return "[\(marks)] \(Int(fraction * 100))%"
    }
}
