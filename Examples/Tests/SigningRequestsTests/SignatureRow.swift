import EndpointController
import Foundation
import Testing

@testable import SigningRequests

/// A row of Resources/sigv4.json, whose `about`, `fields` and `source` describe it.
struct SignatureRow: Decodable, CustomTestStringConvertible, Sendable {
    struct Request: Decodable {
        let method: String
        let url: URL
        let headers: [[String]]
        let body: String
    }

    struct Context: Decodable {
        let accessKeyId: String
        let secretAccessKey: String
        let sessionToken: String?
        let region: String
        let service: String
        let time: Date
        let normalizePath: Bool
        let signBody: Bool
        let tokenAfterSigning: Bool?
    }

    let name: String
    let request: Request
    let context: Context
    let canonicalRequest: String
    let stringToSign: String
    let addedHeaders: [[String]]
    let authorization: String
    let tags: [String]?

    var testDescription: String { name }

    static let all: [SignatureRow] = {
        struct Table: Decodable { let rows: [SignatureRow] }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .iso8601
        let file = Bundle.module.url(forResource: "sigv4", withExtension: "json")
        return (try? file.map { try decoder.decode(Table.self, from: Data(contentsOf: $0)).rows }) ?? []
    }()

    var keys: AWSKeys {
        // In one row, the caller would add the token to the signed request.
        let token = context.tokenAfterSigning == true ? nil : context.sessionToken
        return AWSKeys(
            accessKeyID: context.accessKeyId, secretAccessKey: context.secretAccessKey, sessionToken: token)
    }

    var service: AWSService {
        AWSService(
            name: context.service, region: context.region, normalizesPath: context.normalizePath,
            // The path of these rows is encoded once, because the suite signs it before the URL is made.
            encodesPathTwice: tags?.contains("path-needs-encoding") != true, sendsPayloadHash: context.signBody)
    }

    /// The request, with lines of the same name joined, as `URLRequest` requires, and without the `Host` field, which
    /// transports set.
    var urlRequest: URLRequest {
        var result = URLRequest(url: request.url)
        result.httpMethod = request.method
        for line in request.headers where line[0] != "Host" { result.addValue(line[1], forHTTPHeaderField: line[0]) }
        if !request.body.isEmpty { result.httpBody = Data(request.body.utf8) }
        return result
    }
}
