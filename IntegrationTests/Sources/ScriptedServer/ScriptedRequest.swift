import Foundation

/// A request as a scripted server read it.
public struct ScriptedRequest: Sendable {
    public var head: String
    public var body: [UInt8]

    public var method: String { String(head.prefix { $0 != " " }) }
    public var target: String { head.split(separator: " ").dropFirst().first.map { String($0) } ?? "" }

    /// The value of a header field, if it arrived.
    public func field(_ name: String) -> String? {
        for line in head.split(separator: "\r\n").dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2, parts[0].lowercased() == name.lowercased() {
                return parts[1].trimmingCharacters(in: .whitespaces)
            }
        }
        return nil
    }
}
