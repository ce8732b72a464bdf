import EndpointStreaming
import EndpointSupport
import Foundation
import Testing

/// A row of a file in `Resources`, which names the source of its rows.
struct StreamRow<Result: Decodable & Sendable>: Decodable, CustomTestStringConvertible, Sendable {
    let name: String
    let stream: Data
    let result: Result

    var testDescription: String { name }

    private enum CodingKeys: CodingKey {
        case name, stream
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        stream = try container.decode(Data.self, forKey: .stream)
        result = try Result(from: decoder)
    }

    static func all(_ file: String) -> [StreamRow] {
        let url = Bundle.module.url(forResource: file, withExtension: "json", subdirectory: "Resources")
        return url.flatMap { try? JSONDecoder().decode(RowFile.self, from: Data(contentsOf: $0)) }?.rows ?? []
    }

    private struct RowFile: Decodable { var rows: [StreamRow] }
}

extension Data {
    /// The bytes in chunks: byte by byte, whole, and in two at every position.
    var splits: some Sequence<[Data]> {
        (-1..<Swift.max(count, 1)).lazy.map { position in
            switch position {
            case -1: map { Data([$0]) }
            case 0: [self]
            default: [prefix(position), dropFirst(position)]
            }
        }
    }
}

extension EndpointResponseBody {
    /// Creates a body that arrives in chunks, after which the connection breaks if `isCut` is true.
    init(_ chunks: [Data], isCut: Bool = false) {
        var iterator = chunks.makeIterator()
        let next = Mutex { iterator.next() }
        self.init {
            if let chunk = next.call() { return chunk }
            if isCut { throw EndpointTransportError.truncated(URLError(.networkConnectionLost)) }
            return nil
        }
    }
}

/// A closure that only one thread calls at a time.
///
/// `@unchecked Sendable`: it is called with `lock` held.
private final class Mutex<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private let closure: () -> Value

    init(_ closure: @escaping () -> Value) {
        self.closure = closure
    }

    func call() -> Value { lock.withLock(closure) }
}

/// Returns all elements, and the error that ended the loop.
func collect<Element>(_ elements: EndpointElements<Element>) async -> (elements: [Element], error: (any Error)?) {
    var collected: [Element] = []
    do {
        for try await element in elements { collected.append(element) }
        return (collected, nil)
    } catch {
        return (collected, error)
    }
}
