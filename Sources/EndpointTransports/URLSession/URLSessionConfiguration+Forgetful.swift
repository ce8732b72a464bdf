import Endpoint
import Foundation

extension URLSessionConfiguration {
    /// A configuration without a cache, cookies or stored credentials.
    ///
    /// On Linux, a `URLSession` with a cache, cookies and stored credentials opens many more connections than it needs
    /// when many requests run at the same time.
    static var forgetful: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        return configuration
    }
}
