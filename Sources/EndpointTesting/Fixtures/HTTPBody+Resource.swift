public import EndpointController
public import Foundation

extension HTTPBody {
    /// Creates a body from a resource of a bundle, such as a JSON file of a test target.
    ///
    /// ```swift
    /// let response = try EndpointResponse.fixture(body: .resource("users.json", in: .module))
    /// ```
    ///
    /// - Parameters:
    ///   - path: The path of the file within the resources of the bundle. If the file is missing, reading the body
    ///     throws an error that names the file.
    ///   - bundle: The bundle, such as `.module` in a package.
    ///   - contentType: The media type. The default depends on the file extension (`json`, `txt`, `html`, `xml`, `csv`,
    ///     `png`, `jpg` or `jpeg`), and is `application/octet-stream` for any other file.
    /// - Returns: The body.
    public static func resource(_ path: String, in bundle: Bundle, contentType: String? = nil) -> HTTPBody {
        let file = (bundle.resourceURL ?? bundle.bundleURL).appending(path: path)
        let known = contentTypes[file.pathExtension.lowercased()]
        return .file(file, contentType: contentType ?? known ?? "application/octet-stream")
    }

    private static let contentTypes = [
        "json": "application/json", "txt": "text/plain; charset=utf-8", "html": "text/html; charset=utf-8",
        "xml": "application/xml", "csv": "text/csv; charset=utf-8", "png": "image/png", "jpg": "image/jpeg",
        "jpeg": "image/jpeg",
    ]

    /// Creates a body from text that is already JSON.
    ///
    /// ```swift
    /// let body = HTTPBody.json(text: #"{"name": "Ada"}"#)
    /// ```
    ///
    /// - Parameter text: The text of the JSON, sent unchanged. It is not validated, so a test can also send text that
    ///   is not JSON.
    /// - Returns: The body, with the content type `application/json`.
    public static func json(text: String) -> HTTPBody {
        .text(text, contentType: "application/json")
    }
}
