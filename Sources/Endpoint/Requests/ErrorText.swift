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
        return (path.isEmpty ? description : "\(path): \(description)").visible
    }
}
