import EndpointController
import Foundation

/// The endpoints that read and replace files on a server: a function for each.
enum FilesAPI {
    static func contents(of name: String) -> RESTEndpoint<Data> {
        RESTEndpoint(path: "files/\(segment: name)")
    }

    /// The file is read while it is sent, and is never in memory as a whole.
    static func replace(_ name: String, with file: URL) -> RESTEndpoint<Receipt> {
        RESTEndpoint(.put, path: "files/\(segment: name)", body: .file(file, contentType: "text/plain"))
    }
}
