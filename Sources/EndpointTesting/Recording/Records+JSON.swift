import Foundation

extension ExchangeRecord {
    init(_ place: JSONPlace) throws(JSONPlace.Fault) {
        request = try RequestRecord(place.member("request"))
        if let response = try place.optionalMember("response") { self.response = try ResponseRecord(response) }
        if let failure = try place.optionalMember("failure") { self.failure = try FailureRecord(failure) }
    }

    var json: JSON {
        .object(
            ["request": request.json, "response": response?.json, "failure": failure?.json].compactMapValues { $0 })
    }
}

extension RequestRecord {
    init(_ place: JSONPlace) throws(JSONPlace.Fault) {
        method = try place.member("method").string
        url = try place.member("url").string
        headerFields = try place.member("headerFields").strings
        body = try place.optionalMember("body").map { body throws(JSONPlace.Fault) in try BodyRecord(body) }
    }

    var json: JSON {
        let fields = JSON.object(headerFields.mapValues(JSON.string))
        let members = ["method": .string(method), "url": .string(url), "headerFields": fields, "body": body?.json]
        return .object(members.compactMapValues { $0 })
    }
}

extension ResponseRecord {
    init(_ place: JSONPlace) throws(JSONPlace.Fault) {
        status = try place.member("status").integer
        headerFields = try place.member("headerFields").strings
        body = try place.optionalMember("body").map { body throws(JSONPlace.Fault) in try BodyRecord(body) }
    }

    var json: JSON {
        let fields = JSON.object(headerFields.mapValues(JSON.string))
        let members = ["status": .number("\(status)"), "headerFields": fields, "body": body?.json]
        return .object(members.compactMapValues { $0 })
    }
}

extension FailureRecord {
    init(_ place: JSONPlace) throws(JSONPlace.Fault) {
        let kind = try place.member("kind")
        guard let known = Kind(rawValue: try kind.string) else {
            throw kind.fault("This kind of failure is not supported.")
        }
        self.kind = known
        reason = try place.optionalMember("reason")?.string
        code = try place.optionalMember("code")?.integer
    }

    var json: JSON {
        let code = code.map { JSON.number("\($0)") }
        let members = ["kind": .string(kind.rawValue), "reason": reason.map(JSON.string), "code": code]
        return .object(members.compactMapValues { $0 })
    }
}

extension BodyRecord {
    init(_ place: JSONPlace) throws(JSONPlace.Fault) {
        if let json = try place.member("json").value {
            self = .json(json)
        } else if let text = try place.optionalMember("text") {
            self = .text(try text.string)
        } else {
            let base64 = try place.member("base64")
            guard let data = Data(base64Encoded: try base64.string) else { throw base64.fault("This is not base64.") }
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
