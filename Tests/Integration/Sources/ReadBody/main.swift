// Reads a multipart body with a file among its parts as a transport would, and prints how many bytes it had and the
// peak of the memory that the process used, in KiB.
import Endpoint
import Foundation
import Programs

struct Upload {}

extension Upload: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType, BodyProviderType {
    var method: HTTPMethod { .post }
    var relativeURLString: String { "upload" }

    var body: HTTPBody? {
        .multipart([
            .text("before", name: "first"),
            .file(URL(fileURLWithPath: CommandLine.arguments[1]), name: "file"),
            .text("after", name: "last"),
        ])
    }
}
guard let server = URL(string: "https://example.com/") else { exit(1) }
let request = try Upload().request(baseURL: server)

guard let stream = request.httpBodyStream else { exit(1) }
stream.open()
var buffer = [UInt8](repeating: 0, count: 65_536)
var total = 0
while true {
    let count = stream.read(&buffer, maxLength: buffer.count)
    guard count >= 0 else { throw stream.streamError ?? CocoaError(.fileReadUnknown) }
    if count == 0 { break }
    total += count
}
stream.close()
print(total, try peakMemory())
