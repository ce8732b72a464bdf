/// The conversion of text to values.
enum LosslessText {
    /// Makes a value from text, and ignores white space and a pair of double quotes around the text.
    ///
    /// - Returns: The value, or nil if the text is not a value of the type, or is out of the range of the type.
    static func value<Value: LosslessStringConvertible>(trimming text: String, as type: Value.Type) -> Value? {
        var text = Substring(text).trimmed
        if text.count >= 2, text.first == "\"", text.last == "\"" { text = text.dropFirst().dropLast().trimmed }
        return value(of: String(text), as: type)
    }

    /// Makes a value from the unchanged text.
    ///
    /// - Returns: The value, or nil if the text is not a value of the type, or is out of the range of the type.
    static func value<Value: LosslessStringConvertible>(of text: String, as type: Value.Type) -> Value? {
        // `Character.init` would end the process.
        if Value.self == Character.self, text.count != 1 { return nil }
        guard let value = Value(text) else { return nil }
        if let number = value as? any FloatingPoint, isOutOfRange(number, text) { return nil }
        return value
    }

    /// Indicates whether a number is infinite or zero only because the number in the text is too large or too small for
    /// the type.
    private static func isOutOfRange(_ number: some FloatingPoint, _ text: String) -> Bool {
        let digits = text.prefix { $0 != "e" && $0 != "E" }.filter(\.isNumber)
        return number.isInfinite ? !digits.isEmpty : number.isZero && digits.contains { $0 != "0" }
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let start = drop(while: \.isWhitespace)
        return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
    }
}
