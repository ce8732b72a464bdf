import EndpointController
@_spi(Tools) import Endpoint
import Foundation

extension EndpointNext {
    /// Returns the request to print or log, with `***` in place of its URL's path if that path is a secret.
    func shown(_ request: URLRequest) -> URLRequest {
        guard rules.hasSecretPath == true else { return request }
        var shown = request
        var parts = request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }
        parts?.percentEncodedPath = "/" + FieldMask.text
        shown.url = parts?.url
        return shown
    }

    /// Returns the value of a header field of a response to print or log, with secrets hidden.
    ///
    /// If the path of the request is a secret, fields with URLs are hidden too, because they may repeat the path.
    func shown(_ value: String, ofField name: String, _ redaction: Redaction) -> String {
        let hasURL = ["location", "content-location", "link", "refresh"].contains(name.lowercased())
        return rules.hasSecretPath == true && hasURL
            ? FieldMask.text : redaction.masked(value, ofHeaderField: name).visible
    }

    /// Returns the text of an error to print or log, with secrets in its URLs hidden.
    func shown(_ error: any Error, _ redaction: Redaction) -> String {
        if rules.hasSecretPath == true, error is EndpointRefusedRedirect { return "The redirect was not followed." }
        return redaction.masked(ErrorText.of(error)).visible
    }
}
