@_spi(Tools) extension Int64 {
    /// Reads a number that is written in digits only; nil for any other text, or for a number that does not fit.
    public init?(digits: String) {
        guard digits.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
        self.init(digits)
    }
}
