import Foundation

/// What a cassette file holds.
struct Cassette: Codable, Sendable {
    static let version = 1

    var version = Cassette.version
    var exchanges: [ExchangeRecord]

    init(exchanges: [ExchangeRecord]) {
        self.exchanges = exchanges
    }

    /// Reads a file.
    init(contentsOf file: URL) throws(CassetteError) {
        struct Head: Decodable { var version: Int }
        do {
            let data = try Data(contentsOf: file)
            let version = try JSONDecoder().decode(Head.self, from: data).version
            guard version == Self.version else { throw CassetteError.unknownVersion(file, version) }
            self = try JSONDecoder().decode(Cassette.self, from: data)
        } catch let error as CassetteError {
            throw error
        } catch let error as DecodingError {
            throw .invalid(file, error)
        } catch {
            throw .unreadable(file, error)
        }
        for (index, exchange) in exchanges.enumerated() {
            guard let fault = exchange.fault else { continue }
            throw .invalidPart(file, part: "exchanges[\(index)].\(fault.part)", reason: fault.reason)
        }
    }

    /// Writes a file: whole, or not at all.
    func write(to file: URL) throws(CassetteError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try (encoder.encode(self) + Data("\n".utf8)).write(to: file, options: .atomic)
        } catch {
            throw .unwritable(file, error)
        }
    }
}

extension ExchangeRecord {
    /// What a replay could not make use of.
    fileprivate var fault: (part: String, reason: String)? {
        guard let url = URL(string: request.url), url.scheme != nil else { return ("request.url", "It is no URL.") }
        guard let response else { return failure == nil ? ("response", "There is none, and no failure.") : nil }
        do {
            // What can be said of it without a request is the same for every request.
            _ = try MadeUpResponse(response, failure).streamed(for: URLRequest(url: url))
        } catch {
            return ("response", error.localizedDescription)
        }
        return nil
    }
}
