import Foundation

/// The contents of the files to download and to upload.
enum Sample {
    /// Returns lines that all differ, so that a part in the wrong place is noticed.
    static func log(of machine: String) -> Data {
        Data((1...60_000).map { "\($0) \(machine) all is well\n" }.joined().utf8)
    }

    /// Returns the log twelve times over: more than the system buffers at once.
    static func longLog(of machine: String) -> Data {
        let log = log(of: machine)
        return (1...12).reduce(into: Data()) { whole, _ in whole.append(log) }
    }
}
