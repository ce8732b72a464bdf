@testable import EndpointPaging
@testable import EndpointStreaming

extension FuzzTarget {
    /// A link to a next page is found after any other well-formed link.
    static let link = FuzzTarget { input in
        func next(in value: String) -> String? {
            let head = EndpointResponseHead(url: nil, statusCode: 200, headerFields: ["Link": value])
            return try? LinkField.target(of: "next", in: head)
        }
        _ = next(in: input.string)
        guard !input[0].utf8.contains(where: "<>".utf8.contains), !input[1].utf8.contains(where: "<>".utf8.contains)
        else { return }
        let title = input[2].unicodeScalars.map { $0 == "\\" || $0 == "\"" ? "\\\($0)" : "\($0)" }.joined()
        let value = "<\(input[0])>; rel=prev; title=\"\(title)\" , <\(input[1])>; title=\"\(title)\"; rel=\"x next\""
        expect(next(in: value) == input[1], value.debugDescription)
    }

    /// A parsed content range is valid, and stays the same when it is written and parsed again.
    static let contentRange = FuzzTarget { input in
        func range(_ value: String) -> ContentRange? {
            ContentRange(EndpointResponseHead(url: nil, statusCode: 206, headerFields: ["Content-Range": value]))
        }
        guard let found = range(input.string) else { return }
        expect(found.first >= 0 && found.first <= found.last, "\(found)")
        if let total = found.total { expect(found.last < total, "\(found)") }
        let written = "bytes \(found.first)-\(found.last)/\(found.total.map(String.init) ?? "*")"
        expect(range(written) == found, "\(found) is not \(written)")
    }
}
