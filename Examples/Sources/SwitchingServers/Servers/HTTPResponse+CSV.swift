import FlyingFox
import Foundation
import Loopback

extension HTTPResponse {
    static func csv(_ text: String) -> HTTPResponse {
        let headers: HTTPHeaders = [.contentType: "text/csv"]
        return HTTPResponse(statusCode: .ok, headers: headers, body: .paced(Data(text.utf8)))
    }
}
