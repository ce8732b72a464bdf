package import Foundation

extension String {
    /// The text of bytes that are UTF-8 throughout; nil for any others.
    package init?(wholeUTF8 data: Data) {
        let text = String(decoding: data, as: UTF8.self)
        guard text.utf8.elementsEqual(data) else { return nil }
        self = text
    }

    /// The text with every character escaped that is invisible or would change the text around it.
    package var visible: String {
        unicodeScalars.map { scalar in
            scalar.isInvisible ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
        }.joined()
    }

    /// The text in quotes, with every character escaped that is invisible or would change the text around it.
    package var quoted: String {
        var result = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\r": result += "\\r"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            default: result += String(scalar).visible
            }
        }
        return result + "\""
    }
}

extension Unicode.Scalar {
    /// Indicates whether this is a control character, or a character that formats or breaks the text around it.
    var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
