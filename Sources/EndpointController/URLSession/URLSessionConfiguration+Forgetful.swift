import Endpoint
import Foundation

extension URLSessionConfiguration {
    /// A configuration without a cache, cookies or stored credentials.
    ///
    /// On Linux, `URLSession` opens many more connections than it needs if it has these stores.
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
