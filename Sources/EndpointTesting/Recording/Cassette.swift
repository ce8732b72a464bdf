import EndpointController
import Foundation

/// The contents of a cassette file.
struct Cassette: Sendable {
    static let version = 1

    /// The maximum nesting depth of the JSON: the maximum for a body, plus room for the levels around the body.
    private static let maximumDepth = JSONReader.maximumDepth + 10

    var exchanges: [ExchangeRecord]

    init(exchanges: [ExchangeRecord]) {
        self.exchanges = exchanges
    }

    init(contentsOf file: URL) throws(CassetteError) {
        do {
            let whole = JSONPlace(value: JSON(try Data(contentsOf: file), maximumDepth: Self.maximumDepth))
            if whole.value == nil { throw whole.fault("It is not JSON.") }
            let version = try whole.member("version").integer()
            if version != Self.version { throw CassetteError.unknownVersion(file, version) }
            exchanges = try whole.member("exchanges").elements().map { place in
                let exchange = try ExchangeRecord(place)
                try exchange.check(place)
                return exchange
            }
        } catch let error as CassetteError {
            throw error
        } catch let fault as JSONPlace.Fault {
            throw .invalid(file, part: fault.path, reason: fault.reason)
        } catch {
            throw .unreadable(file, error)
        }
    }

    func write(to file: URL) throws(CassetteError) {
        let version = JSON.number("\(Self.version)")
        let json = JSON.object(["version": version, "exchanges": .array(exchanges.map(\.json))])
        do {
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("\(json.prettyText)\n".utf8).write(to: file, options: .atomic)
        } catch {
            throw .unwritable(file, error)
        }
        // Check the file now: a part that cannot be replayed can still be recorded again.
        _ = try Cassette(contentsOf: file)
    }
}

extension ExchangeRecord {
    /// Throws if the exchange cannot be replayed.
    fileprivate func check(_ place: JSONPlace) throws {
        // A hidden port would make the URL invalid, so put a number in its place.
        let text = request.url.replacingOccurrences(of: Credentials.mask, with: "1")
        guard let url = URL(string: text), url.scheme != nil else {
            throw try place.member("request").member("url").fault("This is not a URL.")
        }
        guard let response else {
            if failure == nil { throw try place.member("response").fault("There is neither a response nor a failure.") }
            return
        }
        do {
            // Use GET: the length of a response to HEAD is not always checked.
            _ = try MadeUpResponse(response, failure).streamed(for: URLRequest(url: url))
        } catch {
            throw try place.member("response").fault(error.localizedDescription)
        }
    }
}
