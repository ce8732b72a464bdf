@testable import EndpointTesting
import Foundation

extension FuzzTarget {
    /// Input that is taken for JSON is JSON for Foundation too, and can be written and read again.
    static let json = FuzzTarget { input in
        let json = JSON(input.data)
        guard let json else { return }
        // Foundation takes more: a comma at the end of an object, for example. Each number that it cannot hold, it
        // refuses.
        let isKnown = (try? JSONSerialization.jsonObject(with: input.data, options: .fragmentsAllowed)) != nil
        expect(
            isKnown || input.bytes.contains { (0x30...0x39).contains($0) },
            "\(input.string.debugDescription) is not JSON")
        for text in [json.text, json.prettyText] {
            expect(JSON(Data(text.utf8)) == json, "\(input.string.debugDescription) is read again from \(text)")
        }
    }
}
