import Endpoint
import EndpointController
import Foundation

extension RequestComparison {
    /// Compares two bodies: JSON by its values if `contentType` says JSON, `multipart/form-data` regardless of its
    /// boundary, and any other body by its bytes.
    func body(_ expected: Data, contentType: String?, found: Data) -> RequestMismatch? {
        if expected == found { return nil }
        let foundType = request.value(forHTTPHeaderField: "Content-Type")
        if BodyRecord.isJSON(contentType), let expected = JSON(expected), let found = JSON(found) {
            return json(expected, found)
        }
        let pair = (
            MultipartBody(expected, contentType: contentType)?.normalized ?? expected,
            MultipartBody(found, contentType: foundType)?.normalized ?? found
        )
        if pair.0 == pair.1 { return nil }
        return mismatch("body", Self.shown(pair.0, contentType), Self.shown(pair.1, foundType))
    }

    /// Returns a mismatch for the first place where two JSON values differ; nil if the values are equal.
    func json(_ expected: JSON, _ found: JSON) -> RequestMismatch? {
        let all = JSONDifference.all(expected: expected, found: found, isSecret: Credentials.isCredential)
        guard let first = all.first else { return nil }
        func shown(_ value: JSON) -> String {
            first.isSecret ? Credentials.mask : CassetteSecrets().hidden(value).text.visible
        }
        let others = all.count > 1 ? " (the first of \(all.count) places)" : ""
        return mismatch("body at \(first.path)\(others)", first.expected.map(shown), first.found.map(shown))
    }

    /// Returns the fields of a form as text without credentials; nil for an empty form.
    static func shown(_ fields: [URLQueryItem]) -> String? {
        guard let form = try? HTTPBody.form(fields).data() else { return nil }
        return shown(form, "application/x-www-form-urlencoded")
    }

    /// Returns a body as text without credentials; its length if the body is binary or wholly hidden; nil if empty.
    static func shown(_ body: Data, _ contentType: String?) -> String? {
        switch BodyRecord(body, contentType: contentType, hiding: CassetteSecrets()) {
        case .json(let json): json.text.visible
        case .text(let text) where text.contains(where: { $0 != "*" }): text.quoted
        case .text, .data: "\(body.count) bytes"
        case nil: nil
        }
    }
}
