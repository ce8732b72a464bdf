import EndpointController
@_spi(Tools) import Endpoint
import Foundation

/// The contents of a cassette file.
struct Cassette: Sendable {
    static let version = 1

    /// The maximum nesting depth of the JSON: the maximum for a body, plus room for the levels around the body.
    private static let maximumDepth = JSONReader.maximumDepth + 10

    let exchanges: [ExchangeRecord]
}

extension Cassette {
    init(contentsOf file: URL) throws(CassetteError) {
        do {
            let whole = JSONPlace(value: JSON(try Data(contentsOf: file), maximumDepth: Self.maximumDepth))
            if whole.value == nil { throw whole.fault("It is not JSON.") }
            let version = try whole.member("version").integer()
            if version != Self.version { throw CassetteError.unknownVersion(file, version) }
            exchanges = try whole.member("exchanges").elements().map(ExchangeRecord.init)
        } catch let error as CassetteError {
            throw error
        } catch let fault as JSONPlace.Fault {
            throw .invalid(file, part: fault.path, reason: fault.reason)
        } catch {
            throw .unreadable(file, error)
        }
        try checkReplay(file)
    }

    func write(to file: URL) throws(CassetteError) {
        let exchanges = JSON.array(exchanges.map(\.json))
        var text = ""
        JSON.members(["version": .number("\(Self.version)"), "exchanges": exchanges]).write(to: &text, indent: "\n")
        do {
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("\(text)\n".utf8).write(to: file, options: .atomic)
        } catch {
            throw .unwritable(file, error)
        }
        // Check now: a part that cannot be replayed can still be recorded again.
        try checkReplay(file)
    }

    /// Throws if an exchange cannot be replayed.
    private func checkReplay(_ file: URL) throws(CassetteError) {
        for (index, exchange) in exchanges.enumerated() {
            guard let (part, reason) = exchange.fault else { continue }
            throw .invalid(file, part: "exchanges[\(index)].\(part)", reason: reason)
        }
    }

    /// Throws if an exchange contains one of the values that a search finds, or a body whose secrets cannot be found.
    func checkSecrets(_ search: SecretSearch, _ file: URL) throws(CassetteError) {
        for (index, exchange) in exchanges.enumerated() {
            guard let (part, reason) = exchange.secret(search) else { continue }
            // Do not show the secret that is reported.
            let request = search.replaced("exchange \(index + 1), \(exchange.request.shown)")
            throw .unhiddenSecret(file, exchange: request, part: search.replaced(part), reason: reason)
        }
    }
}

extension ExchangeRecord {
    /// The part that cannot be replayed, and the reason; nil if there is none.
    fileprivate var fault: (part: String, reason: String)? {
        // A hidden port would make the URL invalid, so put a number in its place.
        let text = request.url.replacingOccurrences(of: FieldMask.text, with: "1")
        guard let url = URL(string: text), url.scheme != nil else { return ("request.url", "This is not a URL.") }
        guard var response else {
            return failure == nil ? ("response", "There is neither a response nor a failure.") : nil
        }
        do {
            // The body does not matter. Use GET: the length of a response to HEAD is not always checked.
            response.body = nil
            _ = try MadeUpResponse(response, failure).streamed(for: URLRequest(url: url))
            return nil
        } catch {
            return ("response", error.localizedDescription)
        }
    }

    /// Returns the part that contains one of the values that a search finds, or a body whose secrets cannot be found.
    fileprivate func secret(_ search: SecretSearch) -> (part: String, reason: String)? {
        if response?.isCompressed == true {
            let advice = "Record over a transport that decompresses it, or request it without Accept-Encoding."
            return ("the body of the response", "is compressed, so its secrets cannot be found. \(advice)")
        }
        for (part, body) in parts {
            guard let (path, needle) = body.first(search) else { continue }
            guard let name = needle.name?.quoted else {
                return (part + path, "contains a given value, encoded. Pass the encoded text to CassetteSecrets too.")
            }
            let advice = "Pass the name or the text of this part to CassetteSecrets, or \(name) as harmless."
            return (part + path, "contains the value of \(name). \(advice)")
        }
        return nil
    }

    /// The parts that may contain secrets.
    private var parts: [(name: String, body: BodyRecord)] {
        func parts(_ side: String, _ fields: [String: String], _ body: BodyRecord?) -> [(String, BodyRecord?)] {
            fields.sorted { $0.key < $1.key }.map { name, value in
                ("the header field \(name.quoted) of the \(side)", .text("\(name): \(value)"))
            } + [("the body of the \(side)", body)]
        }
        let all =
            [("the URL", .text(request.url)), ("the failure", (failure?.reason).map(BodyRecord.text))]
            + parts("request", request.headerFields, request.body)
            + parts("response", response?.headerFields ?? [:], response?.body)
        return all.compactMap { name, body in body.map { (name, $0) } }
    }
}

extension BodyRecord {
    /// Returns the first value that a search finds, and the path to it; nil if there is none.
    fileprivate func first(_ search: SecretSearch) -> (path: String, needle: SecretSearch.Needle)? {
        guard case .json(let json) = self else { return search.first(in: Array(bytes)).map { ("", $0) } }
        var needle: SecretSearch.Needle?
        let path = json.path {
            needle = search.first(in: Array($0.utf8))
            return needle != nil
        }
        return path.flatMap { path in needle.map { (" at $\(path)", $0) } }
    }
}
