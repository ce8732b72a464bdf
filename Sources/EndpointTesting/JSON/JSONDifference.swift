/// A place where two JSON values differ.
struct JSONDifference {
    /// The path of the place, such as `$.users[2].name`.
    let path: String
    /// The expected value; nil if no value is expected.
    let expected: JSON?
    let found: JSON?
    /// The names of the members on the path.
    let names: [String]

    /// Returns all differences between two values, ordered by member name and array index.
    ///
    /// - Parameters:
    ///   - expected: The expected value.
    ///   - found: The value that was found.
    ///   - isEqual: A closure that returns `true` if an expected string matches a different string; by default, it
    ///     always returns `false`.
    /// - Returns: The differences; empty if the values match.
    static func all(
        expected: JSON,
        found: JSON,
        isEqual: (String, String) -> Bool = { _, _ in false }
    ) -> [JSONDifference] {
        var differences: [JSONDifference] = []
        func compare(_ expected: JSON?, _ found: JSON?, at path: String, _ names: [String]) {
            switch (expected, found) {
            case (.object(let expected), .object(let found)):
                for name in Set(expected.keys).union(found.keys).sorted() {
                    compare(expected[name], found[name], at: path + step(to: name), names + [name])
                }
            case (.array(let expected), .array(let found)):
                for index in 0..<max(expected.count, found.count) {
                    compare(
                        index < expected.count ? expected[index] : nil, index < found.count ? found[index] : nil,
                        at: "\(path)[\(index)]", names)
                }
            case (.string(let expected), .string(let found)) where isEqual(expected, found):
                break
            case (let expected, let found) where expected != found:
                differences.append(JSONDifference(path: path, expected: expected, found: found, names: names))
            default:
                break
            }
        }
        compare(expected, found, at: "$", [])
        return differences
    }

    /// Returns the part of a path that leads from an object to a member.
    private static func step(to name: String) -> String {
        // A regular expression would be slow: this method is called for each member, even if all values match.
        let isWord = name.unicodeScalars.allSatisfy {
            "a"..."z" ~= $0 || "A"..."Z" ~= $0 || "0"..."9" ~= $0 || $0 == "_"
        }
        return isWord && !name.isEmpty ? ".\(name)" : "[\(name.quoted)]"
    }
}
