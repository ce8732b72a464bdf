import Foundation

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
        let fields = JSON.object(headerFields.mapValues(JSON.string))
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
        let fields = JSON.object(headerFields.mapValues(JSON.string))
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
        case .json(let json): .object(["json": json])
        case .text(let text): .object(["text": .string(text)])
        case .data(let data): .object(["base64": .string(data.base64EncodedString())])
        }
    }
}

extension JSON {
    /// Creates an object from the members that have a value.
    fileprivate static func members(_ members: [String: JSON?]) -> JSON { .object(members.compactMapValues(\.self)) }
}
