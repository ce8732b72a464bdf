@testable import Endpoint

extension FuzzTarget {
    /// Header fields are valid if, and only if, all their bytes are, and no two names differ only in case.
    static let headerFields = FuzzTarget { input in
        var fields: [String: String] = [:]
        for index in stride(from: 0, to: min(input.count, 12), by: 2) { fields[input[index]] = input[index + 1] }
        let isValid = (try? HeaderFields.validate(fields)) != nil
        let names = Set(fields.keys.map { $0.lowercased() })
        let isExpected = names.count == fields.count && fields.allSatisfy { isToken($0) && isValue($1) }
        expect(isValid == isExpected, "\(fields): valid is \(isValid)")
    }

    /// RFC 9110, section 5.6.2.
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII
                    && (scalar.properties.isAlphabetic || "0123456789!#$%&'*+-.^_`|~".unicodeScalars.contains(scalar))
            }
    }

    /// RFC 9110, section 5.5, without the control characters that ISO 8859-1 has.
    private static func isValue(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        return scalars.allSatisfy { ($0.value >= 0x20 || $0 == "\t") && !(0x7F...0x9F).contains($0.value) }
            && ![scalars.first, scalars.last].contains { $0.map { " \t".unicodeScalars.contains($0) } ?? false }
    }
}
