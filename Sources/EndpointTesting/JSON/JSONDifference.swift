/// A place where two JSON values differ.
struct JSONDifference {
    /// The path of the place, such as `$.users[2].name`.
    let path: String
    /// The expected value; nil if no value is expected.
    let expected: JSON?
    let found: JSON?
    /// The names of the members on the path.
    let names: [String]

    /// Returns all differences between two values: in each object or array first those of the expected values.
    ///
    /// The closure returns `true` if an expected string matches a different string.
    static func all(
        expected: JSON, found: JSON, isEqual: (String, String) -> Bool = { _, _ in false }
    ) -> [JSONDifference] {
        var differences: [JSONDifference] = []
        func compare(_ expected: JSON?, _ found: JSON?, at path: String, _ names: [String]) {
            switch (expected, found) {
            case (.object?, .object?), (.array?, .array?):
                let (expected, found) = (expected?.children ?? [], found?.children ?? [])
                let values = Dictionary(uniqueKeysWithValues: found.map { ($0.step, $0.value) })
                let steps = Set(expected.map(\.step))
                for (step, name, value) in expected {
                    compare(value, values[step], at: path + step, names + [name].compactMap(\.self))
                }
                for (step, name, value) in found where !steps.contains(step) {
                    compare(nil, value, at: path + step, names + [name].compactMap(\.self))
                }
            case (.string(let expected), .string(let found)) where isEqual(expected, found): break
            case (let expected, let found) where expected != found:
                differences.append(JSONDifference(path: path, expected: expected, found: found, names: names))
            default: break
            }
        }
        compare(expected, found, at: "$", [])
        return differences
    }
}
