import EndpointController

/// A JSON value with its path, so that an error can name the place of a wrong value.
struct JSONPlace {
    struct Fault: Error {
        let path: String
        let reason: String
    }

    /// The value at the path, or nil if the path does not lead to a value.
    let value: JSON?
    var path = ""

    func member(_ name: String) throws -> JSONPlace {
        JSONPlace(value: try members()[name], path: path.isEmpty ? name : "\(path).\(name)")
    }

    /// Returns the member with the given name; nil if the object does not have the member.
    func optionalMember(_ name: String) throws -> JSONPlace? {
        let place = try member(name)
        return place.value == nil ? nil : place
    }

    func elements() throws -> [JSONPlace] {
        guard case .array(let values) = value else { throw fault("Expected an array.") }
        return values.enumerated().map { JSONPlace(value: $1, path: "\(path)[\($0)]") }
    }

    func string() throws -> String {
        guard case .string(let text) = value else { throw fault("Expected a string.") }
        return text
    }

    func integer() throws -> Int {
        guard case .number(let text) = value, let number = Int(text) else { throw fault("Expected a whole number.") }
        return number
    }

    /// Returns the members, all of which must be strings.
    func strings() throws -> [String: String] {
        var strings: [String: String] = [:]
        for name in try members().keys { strings[name] = try member(name).string() }
        return strings
    }

    private func members() throws -> [String: JSON] {
        guard case .object(let members) = value else { throw fault("Expected an object.") }
        return members
    }

    func fault(_ reason: String) -> Fault {
        Fault(path: path, reason: reason)
    }
}
