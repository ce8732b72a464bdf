import EndpointController
import Foundation

extension EndpointNext {
    /// Returns the request to print or log, with `***` in place of its URL's path if that path holds a secret.
    func shown(_ request: URLRequest) -> URLRequest {
        guard hasSecretPath else { return request }
        var shown = request
        shown.url = request.url.flatMap { URL(string: Credentials.hidingPath(ofURL: $0.absoluteString)) }
        return shown
    }

    /// Returns the value of a header field of a response to print or log, with recognised credentials hidden.
    ///
    /// If the path of the request holds a secret, fields with URLs are hidden too, because they may repeat the path.
    func shown(_ value: String, ofField name: String) -> String {
        let hasURL = ["location", "content-location", "link", "refresh"].contains(name.lowercased())
        return hasSecretPath && hasURL
            ? Credentials.mask : Credentials.hidden(inValue: value, ofHeaderField: name).visible
    }

    /// Returns the text of an error to print or log, with any credentials in its first URL hidden.
    func shown(_ error: any Error) -> String {
        if hasSecretPath, error is RefusedResponse { return "The redirect was not followed." }
        return Credentials.hidden(inURL: ErrorText.of(error)).visible
    }
}
