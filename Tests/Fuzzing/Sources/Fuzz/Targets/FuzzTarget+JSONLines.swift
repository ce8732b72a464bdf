@testable import EndpointStreaming
@testable import EndpointTesting
import Foundation

extension FuzzTarget {
    /// Each line gives the value that Foundation reads in it, and an error names a line that is not JSON.
    static let jsonLines = FuzzTarget { input in
        let (whole, chunks) = input.stream
        let result = parsed([whole])
        let other = parsed(chunks)
        expect(
            result.values == other.values && result.errorLine == other.errorLine,
            "\(result) is \(other) in chunks of \(chunks.map(\.count))")
        var values = result.values[...]
        for (index, bytes) in whole.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let line = Data(bytes.dropFirst(index == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0))
            if line.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { continue }
            let text = String(decoding: line, as: UTF8.self)
            let known = try? JSONSerialization.jsonObject(with: line, options: .fragmentsAllowed)
            // A number may be too large for a type, but is JSON.
            let isLarge = text.utf8.count > 300 || text.contains(/[0-9][eE]/)
            // Foundation takes these bytes for signs of an encoding.
            let isMarked = line.contains(0) || line.starts(with: [0xEF, 0xBB, 0xBF])
            if index + 1 == result.errorLine {
                let isJSON = known != nil && JSON(line) != nil && !isMarked
                expect(!isJSON || isLarge, "line \(index + 1) is JSON: \(text.debugDescription)")
                break
            }
            expect(!values.isEmpty, "no value of line \(index + 1): \(text.debugDescription)")
            let value = values.removeFirst()
            // A decoder reads one of several equal keys alone, and `JSONSerialization` takes another one.
            let keys = text.matches(of: /"((?:[^"\\]|\\.)*)"\s*:/).map(\.1)
            // `JSONSerialization` drops a byte order mark at the start of a string, and rounds numbers of many digits.
            let isLossy = text.unicodeScalars.contains("\u{FEFF}") || text.contains(/[0-9]{20}/)
            let isExact = known != nil ? !isLossy : !isLarge
            let isSure = isExact && Set(keys).count == keys.count
            let isEqual = !isSure || known.map(JSONValue.init) == value
            expect(!isMarked && isEqual, "\(value) is not \(text.debugDescription)")
        }
        expect(values.isEmpty, "more values than lines: \(values)")
    }

    private static func parsed(_ chunks: [Data]) -> (values: [JSONValue], errorLine: Int?) {
        var parser = ElementParser<JSONValue>.jsonLines.streamParser(JSONDecoder())
        var values: [JSONValue] = []
        do {
            for chunk in chunks + [nil] {
                parser.append(chunk)
                while let value = try parser.next() { values.append(value) }
            }
        } catch EndpointElementError.invalid(let line, _) {
            return (values, line)
        } catch {
            expect(false, "\(error)")
        }
        return (values, nil)
    }
}
