import Foundation

/// The files of the server, in memory.
actor FileStore {
    private var files: [String: Data]
    private var versions: [String: Int] = [:]
    private var breaks: Int

    /// What has been asked for, as `Range` has it; nil for the whole of a file.
    private(set) var ranges: [String?] = []

    /// - Parameters:
    ///   - files: What there is at first.
    ///   - breaks: How many times a connection breaks off in the middle of a file.
    init(_ files: [String: Data], breaks: Int) {
        self.files = files
        self.breaks = breaks
    }

    func data(_ name: String) -> Data? {
        files[name]
    }

    /// What tells one version of a file from another, byte for byte.
    func tag(_ name: String) -> String {
        "\"\(versions[name] ?? 1)\""
    }

    func replace(_ name: String, with data: Data) {
        files[name] = data
        versions[name, default: 1] += 1
    }

    func note(range: String?) {
        ranges.append(range)
    }

    /// Whether the connection breaks off this time.
    func takeBreak() -> Bool {
        guard breaks > 0 else { return false }
        breaks -= 1
        return true
    }
}
