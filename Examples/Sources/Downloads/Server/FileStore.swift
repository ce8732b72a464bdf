import Foundation

/// The files of the server, in memory.
actor FileStore {
    private var files: [String: Data]
    private var versions: [String: Int] = [:]
    private var breaks: Int

    /// The requested ranges, as in the field `Range`; nil for a whole file.
    private(set) var ranges: [String?] = []

    /// - Parameters:
    ///   - files: The files at the start, by name.
    ///   - breaks: The number of times that a connection breaks off in the middle of a file.
    init(_ files: [String: Data], breaks: Int) {
        self.files = files
        self.breaks = breaks
    }

    func data(_ name: String) -> Data? {
        files[name]
    }

    /// Returns the strong entity tag of the current version of a file.
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

    /// Returns whether to break off the connection this time, and counts the break.
    func takeBreak() -> Bool {
        guard breaks > 0 else { return false }
        breaks -= 1
        return true
    }
}
