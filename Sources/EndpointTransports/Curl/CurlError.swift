#if os(Linux)
import CCurl
public import Endpoint
import Foundation

/// An error of libcurl.
public struct CurlError: _DescribedError, Equatable {
    /// The number of the error, such as 6 for a host that is not found
    /// ([libcurl-errors](https://curl.se/libcurl/c/libcurl-errors.html)).
    public let code: Int

    let reason: String

    /// Creates an error from the text that libcurl wrote for it, or from its general text if that is empty.
    init(_ code: Int, _ reason: String = "") {
        self.code = code
        let text = reason.isEmpty ? String(cString: ccurl_error_text(Int32(code))) : reason
        // The rest is the URL of the proxy, which may have a password.
        self.reason = text.hasPrefix("Unsupported proxy ") ? text.components(separatedBy: " in '")[0] : text
    }

    static let headTooLong = CurlError(CCURLE_RECV_ERROR, "The head of the response is too long.")

    /// The reason in the words of libcurl, and the code.
    public var description: String { "\(reason) (libcurl error \(code))" }
}
#endif
