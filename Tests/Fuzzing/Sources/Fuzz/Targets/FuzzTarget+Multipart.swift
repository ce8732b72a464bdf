import Endpoint
import Foundation

extension FuzzTarget {
    /// A server finds in a multipart body exactly the parts that were put in, with their names and bytes.
    static let multipart = FuzzTarget { input in
        let parts = stride(from: 0, to: min(input.count, 12), by: 4).map { index in
            MultipartPart.data(
                Data(input[index + 3].utf8), name: input[index], fileName: input[index + 1],
                contentType: "a/b;\(input[index + 2])")
        }
        let boundary = "fuzz-boundary"
        guard !input.string.contains(boundary), let body = try? HTTPBody.multipart(parts, boundary: boundary).data()
        else { return }
        var text = String(decoding: body, as: UTF8.self)[...]
        for index in stride(from: 0, to: min(input.count, 12), by: 4) {
            let name = escaped(input[index], normalising: true)
            let fileName = escaped(input[index + 1], normalising: false)
            let head = """
                --\(boundary)\r
                Content-Disposition: form-data; name="\(name)"; filename="\(fileName)"\r
                Content-Type: a/b;\(input[index + 2])\r
                \r
                \(input[index + 3])\r

                """
            expect(
                Array(text.utf8).starts(with: head.utf8), "\(input.string.debugDescription): \(text.debugDescription)")
            expect(
                !name.utf8.contains { $0 == 13 || $0 == 10 || $0 == 34 }, "a name breaks out: \(name.debugDescription)")
            text = Substring(text.utf8.dropFirst(head.utf8.count))
        }
        expect(Array(text.utf8) == Array("--\(boundary)--\r\n".utf8), "the end is \(text.debugDescription)")
    }

    /// Returns the name as browsers send it (WHATWG HTML, section 4.10.21.8).
    private static func escaped(_ text: String, normalising: Bool) -> String {
        var result = ""
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let followsReturn = index > 0 && scalars[index - 1] == "\r"
            let precedesFeed = index + 1 < scalars.count && scalars[index + 1] == "\n"
            switch scalar {
            case "\r": result += normalising && !precedesFeed ? "%0D%0A" : "%0D"
            case "\n": result += normalising && !followsReturn ? "%0D%0A" : "%0A"
            case "\"": result += "%22"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
