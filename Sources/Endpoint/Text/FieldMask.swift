import Foundation

/// A mask over the secrets in URLs and forms, which are told by a closure.
///
/// The closure gets the decoded name and the value of a field, and returns `true` if the value is secret. It gets the
/// value before and after each of up to three levels of percent-decoding, because a decoded `/` looks like the end of a
/// URL's authority. It also gets each name as the value of a field with an empty name.
@_spi(Tools) public struct FieldMask {
    public static let text = "***"

    private let isSecret: (_ name: String, _ value: String) -> Bool

    public init(where isSecret: @escaping (_ name: String, _ value: String) -> Bool) {
        self.isSecret = isSecret
    }

    /// Returns a text with the secrets in each of its URLs hidden.
    ///
    /// White space, double quotes and angle brackets end a URL (RFC 3986, appendix C).
    public func masked(inText text: String) -> String {
        var shown = ""
        var word = ""
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace || scalar == "<" || scalar == ">" || scalar == "\"" {
                shown += masked(inURL: word)
                shown.unicodeScalars.append(scalar)
                word = ""
            } else {
                word.unicodeScalars.append(scalar)
            }
        }
        return shown + masked(inURL: word)
    }

    /// Returns a URL or relative URL string with the secrets in its user information, query and fragment hidden.
    public func masked(inURL url: String) -> String {
        let (main, fragment) = halves(of: Array(url.utf8)[...], at: UInt8(ascii: "#"))
        let (path, query) = halves(of: main, at: UInt8(ascii: "?"))
        return maskedUserInformation(path)
            + (query.map { "?" + masked(inForm: String(decoding: $0, as: UTF8.self)) } ?? "")
            + (fragment.map { "#" + masked(inForm: String(decoding: $0, as: UTF8.self)) } ?? "")
    }

    /// Returns a URL for use in a description: the fragment and the values of query items are left out, and user
    /// information is hidden.
    public func outline(ofURL url: String) -> String {
        let (path, query) = halves(of: halves(of: Array(url.utf8)[...], at: UInt8(ascii: "#")).0, at: UInt8(ascii: "?"))
        guard let query else { return maskedUserInformation(path) }
        let names = query.split(separator: UInt8(ascii: "&")).map { field in
            let names = decodings(of: halves(of: field, at: UInt8(ascii: "=")).0)
            return names.contains { isSecret("", $0) } ? Self.text : names[0]
        }
        return maskedUserInformation(path) + "?" + names.joined(separator: "&")
    }

    /// Returns fields that are joined by `&`, as in a query or a form, with the values of secrets hidden.
    public func masked(inForm form: String) -> String {
        let fields = Array(form.utf8)[...].split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        return fields.map { field in
            let (name, value) = halves(of: field, at: UInt8(ascii: "="))
            let names = decodings(of: name)
            if names.contains(where: { isSecret("", $0) }) { return Self.text }
            guard let value, decodings(of: value).contains(where: { isSecret(names.last ?? "", $0) }) else {
                return String(decoding: field, as: UTF8.self)
            }
            return String(decoding: name, as: UTF8.self) + "=" + Self.text
        }.joined(separator: "&")
    }

    /// Returns the text, and the text after each of up to three levels of percent-decoding; repairs invalid UTF-8.
    private func decodings(of text: ArraySlice<UInt8>) -> [String] {
        var texts = [String(decoding: text, as: UTF8.self)]
        while texts.count <= 3, let bytes = texts.last?.utf8, bytes.contains(UInt8(ascii: "%")) {
            texts.append(String(decoding: bytes.percentDecoded, as: UTF8.self))
        }
        return texts
    }

    private func maskedUserInformation(_ url: ArraySlice<UInt8>) -> String {
        var rest = url
        if url.contains(UInt8(ascii: "%")) {
            // A segment may be an encoded URL.
            let segments = url.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { segment in
                let isSecret = decodings(of: segment).contains { $0.contains("//") && $0.contains("@") }
                return isSecret ? Array(Self.text.utf8)[...] : segment
            }
            rest = Array(segments.joined(separator: "/".utf8))[...]
        }
        if !rest.contains(UInt8(ascii: "@")) { return String(decoding: rest, as: UTF8.self) }
        var shown: [UInt8] = []
        // A URL in the path of another URL may have user information too.
        while let slashes = rest.firstRange(of: Array("//".utf8)) {
            shown += rest[..<slashes.upperBound]
            rest = rest[slashes.upperBound...]
            let authority = rest.prefix { $0 != UInt8(ascii: "/") }
            if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
                shown += Self.text.utf8
                rest = rest[at...]
            }
        }
        return String(decoding: shown + rest, as: UTF8.self)
    }

    private func halves(
        of bytes: ArraySlice<UInt8>,
        at separator: UInt8
    ) -> (ArraySlice<UInt8>, ArraySlice<UInt8>?) {
        guard let index = bytes.firstIndex(of: separator) else { return (bytes, nil) }
        return (bytes[..<index], bytes[(index + 1)...])
    }
}
