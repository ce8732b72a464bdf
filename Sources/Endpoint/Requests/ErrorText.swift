import Foundation

/// The text of any error, for use within the sentence of another error.
package enum ErrorText {
    /// Returns the description of an error, without the values that an encoder or decoder was given, which may be
    /// secret.
    package static func of(_ error: any Error) -> String {
        switch error {
        case EncodingError.invalidValue(_, let context): text(of: context.debugDescription, at: context.codingPath)
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
            text(of: context.debugDescription, at: context.codingPath)
        default: error.localizedDescription.visible
        }
    }

    private static func text(of description: String, at codingPath: [any CodingKey]) -> String {
        let path = codingPath.map { $0.intValue.map { String($0) } ?? $0.stringValue }.joined(separator: ".")
        let text = withoutValues(description)
        return (path.isEmpty ? text : "\(path): \(text)").visible
    }

    /// The beginnings of the descriptions in which the standard library and Foundation quote the data.
    private static let quoting = ["Cannot initialize ", "Parsed JSON number ", "Number "]

    /// Returns a description without the data that it quotes: numbers, and the raw value that an enum does not have, which
    /// ends the description.
    private static func withoutValues(_ description: String) -> String {
        guard quoting.contains(where: description.hasPrefix) else { return description }
        if let value = description.range(of: " value ") { return description[..<value.lowerBound] + " value" }
        let words = description.split(separator: " ").map { word in
            word.drop { "<(-".contains($0) }.first?.isNumber == true ? "…" : word
        }
        return words.joined(separator: " ")
    }
}
