import Foundation

@_spi(Tools) public enum ErrorText {
    /// Returns the description of an error, without the possibly secret values that encoders and decoders are known to
    /// quote.
    public static func of(_ error: any Error) -> String {
        switch error {
        case EncodingError.invalidValue(_, let context): text(of: context.debugDescription, at: context.codingPath)
        case DecodingError.keyNotFound(let key, let context) where isOfDecoder(context):
            text(of: "\(key.stringValue) is missing.", at: context.codingPath)
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
            text(of: context.debugDescription, at: context.codingPath)
        default: error.localizedDescription.visible
        }
    }

    /// Indicates whether the context of a missing key has the description of a decoder, which shows the key as Swift
    /// code.
    public static func isOfDecoder(_ context: DecodingError.Context) -> Bool {
        context.debugDescription.hasPrefix("No value associated with key ")
    }

    private static func text(of description: String, at codingPath: [any CodingKey]) -> String {
        let path = codingPath.map { $0.intValue.map { String($0) } ?? $0.stringValue }.joined(separator: ".")
        let text = withoutValues(description)
        return (path.isEmpty ? text : "\(path): \(text)").visible
    }

    /// Returns a description without the data that the standard library and Foundation quote: an invalid raw value of
    /// an enum, the bounds of a range, or a number.
    private static func withoutValues(_ description: String) -> String {
        if description.hasPrefix("Cannot initialize ") {
            let end = description.range(of: " value ") ?? description.range(of: " with ")
            return end.map { description[..<$0.lowerBound] + " …" } ?? description
        }
        let isNumber = description.hasPrefix("Parsed JSON number ") || description.hasPrefix("Number ")
        return isNumber ? "The number is out of the range of its type." : description
    }
}
