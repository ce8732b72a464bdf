import EndpointController
import Foundation

extension URLRequest {
    var contentType: String? { value(forHTTPHeaderField: "Content-Type") }

    /// Throws unless `httpBody` equals another body.
    ///
    /// JSON is compared by its values if `type` is a JSON type, `multipart/form-data` regardless of its boundary, and
    /// any other body by its bytes.
    func expectBody(_ expected: Data, contentType type: String?) throws(RequestMismatch) {
        let found = httpBody ?? Data()
        if BodyRecord.isJSON(type), let expected = JSON(expected), let found = JSON(found) {
            return try expect(expected, found: found)
        }
        let pair = (
            MultipartBody(expected, contentType: type)?.normalized ?? expected,
            MultipartBody(found, contentType: contentType)?.normalized ?? found
        )
        if pair.0 == pair.1 { return }
        throw mismatch(expected: Self.shown(pair.0, type), found: Self.shown(pair.1, contentType))
    }

    /// Throws a mismatch for the first place where two JSON values differ.
    func expect(_ expected: JSON, found: JSON) throws(RequestMismatch) {
        let all = JSONDifference.all(expected: expected, found: found)
        guard let first = all.first else { return }
        let isSecret = first.names.contains(where: Credentials.isCredential)
        func shown(_ value: JSON) -> String {
            isSecret ? Credentials.mask : NamedSecrets().hidden(value).text.visible
        }
        let others = all.count > 1 ? " (the first of \(all.count) places)" : ""
        throw mismatch(
            at: " at \(first.path)\(others)", expected: first.expected.map(shown), found: first.found.map(shown))
    }

    func mismatch(at place: String = "", expected: String?, found: String?) -> RequestMismatch {
        RequestMismatch("body\(place)", expected: expected, found: found, in: self)
    }

    /// Returns a body as text with recognised credentials hidden, its length if it is binary or wholly hidden, or nil
    /// if it is empty.
    static func shown(_ body: Data, _ contentType: String?) -> String? {
        switch BodyRecord(body, contentType: contentType, hiding: NamedSecrets()) {
        case .json(let json): json.text.visible
        case .text(let text) where text.contains(where: { $0 != "*" }): text.quoted
        case .text, .data: "\(body.count) bytes"
        case nil: nil
        }
    }
}
