/// The keys with which requests are signed.
struct AWSKeys: Sendable {
    var accessKeyID: String
    var secretAccessKey: String
    /// The token of temporary keys.
    var sessionToken: String?
}

/// A service, and the form of the path that it signs.
struct AWSService: Sendable {
    var name: String
    var region: String
    /// Indicates whether dot segments and repeated slashes are removed from the path that is signed.
    var normalizesPath = true
    /// Indicates whether the path is percent-encoded once more than in the URL.
    var encodesPathTwice = true
    /// Indicates whether `X-Amz-Content-Sha256` is sent.
    var sendsPayloadHash = false

    static func s3(region: String) -> AWSService {
        AWSService(name: "s3", region: region, normalizesPath: false, encodesPathTwice: false, sendsPayloadHash: true)
    }

    func scope(at time: String) -> String { "\(time.prefix(8))/\(region)/\(name)/aws4_request" }

    func canonicalPath(_ path: String) -> String {
        let path = normalizesPath ? Self.normalized(path) : path
        return (encodesPathTwice ? path : path.percentDecoded).percentEncoded(keepingSlashes: true)
    }

    private static func normalized(_ path: String) -> String {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        var kept: [Substring] = []
        for segment in segments where segment != "" && segment != "." {
            if segment == ".." { _ = kept.popLast() } else { kept.append(segment) }
        }
        let endsWithSlash = ["", ".", ".."].contains(segments.last) && !kept.isEmpty
        return "/" + kept.joined(separator: "/") + (endsWithSlash ? "/" : "")
    }
}
