@testable import Endpoint
import Foundation

extension FuzzTarget {
    /// The fast way to make a URL gives the same URL as the general way.
    static let url = FuzzTarget { input in
        guard let baseURL = URL(string: input[0]) else { return }
        let items = stride(from: 2, to: input.count, by: 2).prefix(3).map {
            URLQueryItem(name: input[$0], value: $0 + 1 < input.count ? input[$0 + 1] : nil)
        }
        let base = baseURL.absoluteString
        let joined = URLJoin.string(base: base, reference: input[1], queryItems: items)
        let fast = joined.flatMap { URL(string: $0)?.absoluteString }
        let general = Result {
            try URLResolution.generalURL(input[1], relativeTo: baseURL, base: base, queryItems: items).absoluteString
        }
        let description = "\(base.debugDescription) + \(input[1].debugDescription) + \(items)"
        if let fast { expect(fast == (try? general.get()), "\(description): \(fast), in general \(general)") }
        guard let url = fast ?? (try? general.get()) else { return }
        expect(url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(description): \(url.debugDescription)")
        // Bytes, because a colon with a mark after it is another character, but still ends a scheme.
        let reference = input[1].utf8
        let isRelative = reference.first != UInt8(ascii: "/") && !reference.contains { ":\\".utf8.contains($0) }
        guard isRelative, let colon = base.range(of: "://") else { return }
        // Compare as text, because `host()` decodes names and leaves out the brackets of addresses.
        let origin = base[..<colon.upperBound] + base[colon.upperBound...].prefix { !"/?#".contains($0) }
        expect(url.lowercased().hasPrefix(origin.lowercased()), "\(description) leaves the origin: \(url)")
    }
}
