import Foundation

/// A request and its outcome, as a cassette stores them.
struct ExchangeRecord: Sendable {
    var request: RequestRecord
    var response: ResponseRecord?
    var failure: FailureRecord?
}

/// A response as a cassette stores it, with recognised secrets hidden.
struct ResponseRecord: Sendable {
    var status: Int
    var headerFields: [String: String]
    var body: BodyRecord?
    /// A Boolean value that indicates whether the body seems to be compressed; false in a cassette that was read.
    var isCompressed = false
}

struct FailureRecord: Sendable {
    enum Kind: String, Sendable {
        case invalidRequest, cancelled, unreachable, notResponding, timedOut, truncated
        /// The body had not been read to its end when the cassette was saved.
        case abandoned
    }

    var kind: Kind
    var reason: String?
    /// The code of a `URLError`, which a retrier uses to decide whether to send the request again.
    var code: Int?
}

extension ExchangeRecord {
    init(_ place: JSONPlace) throws {
        request = try RequestRecord(place.member("request"))
        response = try place.optionalMember("response").map(ResponseRecord.init)
        failure = try place.optionalMember("failure").map(FailureRecord.init)
    }

    var json: JSON { .members(["request": request.json, "response": response?.json, "failure": failure?.json]) }
}

extension RequestRecord {
    init(_ place: JSONPlace) throws {
        method = try place.member("method").string()
        url = try place.member("url").string()
        headerFields = try place.member("headerFields").strings()
        body = try place.optionalMember("body").map(BodyRecord.init)
    }

    var json: JSON {
        let fields = JSON.members(headerFields.mapValues { .string($0) })
        return .members(["method": .string(method), "url": .string(url), "headerFields": fields, "body": body?.json])
    }
}

extension ResponseRecord {
    init(_ place: JSONPlace) throws {
        status = try place.member("status").integer()
        headerFields = try place.member("headerFields").strings()
        body = try place.optionalMember("body").map(BodyRecord.init)
    }

    var json: JSON {
        let fields = JSON.members(headerFields.mapValues { .string($0) })
        return .members(["status": .number("\(status)"), "headerFields": fields, "body": body?.json])
    }
}

extension FailureRecord {
    init(_ place: JSONPlace) throws {
        let kind = try place.member("kind")
        guard let known = Kind(rawValue: try kind.string()) else {
            throw kind.fault("This kind of failure is not supported.")
        }
        self.kind = known
        reason = try place.optionalMember("reason")?.string()
        code = try place.optionalMember("code")?.integer()
    }

    var json: JSON {
        let code = code.map { JSON.number("\($0)") }
        return .members(["kind": .string(kind.rawValue), "reason": reason.map(JSON.string), "code": code])
    }
}

extension BodyRecord {
    init(_ place: JSONPlace) throws {
        if let json = try place.member("json").value {
            self = .json(json)
        } else if let text = try place.optionalMember("text") {
            self = .text(try text.string())
        } else {
            let base64 = try place.member("base64")
            guard let data = Data(base64Encoded: try base64.string()) else { throw base64.fault("This is not base64.") }
            self = .data(data)
        }
    }

    var json: JSON {
        switch self {
        case .json(let json): .members(["json": json])
        case .text(let text): .members(["text": .string(text)])
        case .data(let data): .members(["base64": .string(data.base64EncodedString())])
        }
    }
}

extension JSON {
    /// Creates an object from the members that have a value.
    static func members(_ members: [String: JSON?]) -> JSON {
        .object(sorting: members.compactMap { name, value in value.map { (name, $0) } })
    }
}

/// A JSON value with its path, so that an error can name the place of a wrong value.
struct JSONPlace {
    struct Fault: Error {
        let path: String
        let reason: String
    }

    /// The value at the path, or nil if the path does not lead to a value.
    let value: JSON?
    var path = ""

    func member(_ name: String) throws -> JSONPlace {
        JSONPlace(value: try members().first { $0.name == name }?.value, path: path.isEmpty ? name : "\(path).\(name)")
    }

    /// Returns the member with the given name; nil if the object does not have the member.
    func optionalMember(_ name: String) throws -> JSONPlace? {
        let place = try member(name)
        return place.value == nil ? nil : place
    }

    func elements() throws -> [JSONPlace] {
        guard case .array(let values) = value else { throw fault("Expected an array.") }
        return values.enumerated().map { JSONPlace(value: $1, path: "\(path)[\($0)]") }
    }

    func string() throws -> String {
        guard case .string(let text) = value else { throw fault("Expected a string.") }
        return text
    }

    func integer() throws -> Int {
        guard case .number(let text) = value, let number = Int(text) else { throw fault("Expected a whole number.") }
        return number
    }

    /// Returns the members, all of which must be strings.
    func strings() throws -> [String: String] {
        try Dictionary(members().map { ($0.name, try member($0.name).string()) }) { first, _ in first }
    }

    private func members() throws -> [JSON.Member] {
        guard case .object(let members) = value else { throw fault("Expected an object.") }
        return members
    }

    func fault(_ reason: String) -> Fault {
        Fault(path: path, reason: reason)
    }
}
