import Endpoint
import Foundation

enum ResponseText {
    static func text(of response: EndpointResponse) throws -> String {
        guard let text = String(wholeUTF8: response.body) else { throw CocoaError(.fileReadInapplicableStringEncoding) }
        return text
    }
}
