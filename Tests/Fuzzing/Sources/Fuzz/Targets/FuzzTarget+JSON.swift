@testable import EndpointTesting
import Foundation

extension FuzzTarget {
    /// Input that parses as JSON also parses with Foundation, and can be written and parsed again.
    static let json = FuzzTarget { input in
        let json = JSON(input.data)
        guard let json else { return }
        // Foundation accepts more, such as a comma at the end of an object. It refuses each number that it cannot
        // represent.
        let isKnown = (try? JSONSerialization.jsonObject(with: input.data, options: .fragmentsAllowed)) != nil
        expect(
            isKnown || input.bytes.contains { (0x30...0x39).contains($0) },
            "\(input.string.debugDescription) is not JSON")
        var indented = ""
        json.write(to: &indented, indent: "\n")
        for text in [json.text, indented] {
            expect(JSON(Data(text.utf8)) == json, "\(input.string.debugDescription) is read again from \(text)")
        }
    }
}
