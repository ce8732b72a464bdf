@testable import EndpointTesting
import Foundation

extension FuzzTarget {
    /// A text is JSON if Foundation says so, and what is read of it is read again when it is written.
    static let json = FuzzTarget { input in
        let json = JSON(input.data)
        // Foundation guesses other encodings, and ignores the bytes after a NUL.
        let isText = String(validating: input.bytes, as: UTF8.self) != nil && !input.bytes.contains(0)
        let isShallow = input.bytes.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") } < 100
        if isText, isShallow, !input.bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            let expected = try? JSONSerialization.jsonObject(with: input.data, options: .fragmentsAllowed)
            expect(
                (json == nil) == (expected == nil), "\(input.string.debugDescription): \(String(describing: expected))")
        }
        guard let json else { return }
        for text in [json.text, json.prettyText] {
            expect(JSON(Data(text.utf8)) == json, "\(input.string.debugDescription) is read again from \(text)")
        }
    }
}
