import Endpoint

/// A JSON value with its path, so that an error can name the place of a wrong value.
struct JSONPlace {
    struct Fault: Error {
        let path: String
        let reason: String
    }

    /// The value at the path, or nil if the path does not lead to a value.
    let value: JSON?
    let path: String

    init(_ value: JSON?, path: String = "") {
        self.value = value
        self.path = path
    }

    func member(_ name: String) throws(Fault) -> JSONPlace {
        guard case .object(let members) = value else { throw fault("Expected an object.") }
        return JSONPlace(members[name], path: path.isEmpty ? name : "\(path).\(name)")
    }

    /// Returns the member with the given name; nil if the object does not have the member.
    func optionalMember(_ name: String) throws(Fault) -> JSONPlace? {
        let place = try member(name)
        return place.value == nil ? nil : place
    }

    var elements: [JSONPlace] {
        get throws(Fault) {
            guard case .array(let values) = value else { throw fault("Expected an array.") }
            return values.enumerated().map { JSONPlace($1, path: "\(path)[\($0)]") }
        }
    }

    var string: String {
        get throws(Fault) {
            guard case .string(let text) = value else { throw fault("Expected a string.") }
            return text
        }
    }

    var integer: Int {
        get throws(Fault) {
            guard case .number(let text) = value, let number = Int(text) else {
                throw fault("Expected a whole number.")
            }
            return number
        }
    }

    /// The members, all of which must be strings.
    var strings: [String: String] {
        get throws(Fault) {
            guard case .object(let members) = value else { throw fault("Expected an object.") }
            var strings: [String: String] = [:]
            for name in members.keys { strings[name] = try member(name).string }
            return strings
        }
    }

    func fault(_ reason: String) -> Fault {
        Fault(path: path, reason: reason)
    }
}
