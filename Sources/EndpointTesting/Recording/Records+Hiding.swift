import Foundation

extension ExchangeRecord {
    /// Hides values in the request, the response and the reason for a failure.
    func hiding(_ values: SecretValues.Hiding) -> ExchangeRecord {
        var record = self
        record.request = request.hiding(values)
        record.response?.headerFields = response?.headerFields.hiding(values, values.hidden(in:)) ?? [:]
        record.response?.body = response?.body?.hiding(values)
        record.failure?.reason = failure?.reason.map(values.hidden(in:))
        return record
    }
}

extension RequestRecord {
    /// Hides values in the URL, the header fields and the body.
    func hiding(_ values: SecretValues.Hiding) -> RequestRecord {
        var record = self
        record.url = values.hidden(in: url)
        record.headerFields = headerFields.hiding(values, values.hidden(in:))
        record.body = body?.hiding(values)
        return record
    }
}

extension BodyRecord {
    fileprivate func hiding(_ values: SecretValues.Hiding) -> BodyRecord {
        switch self {
        case .json(let json): .json(json.hiding(values))
        case .text(let text): .text(values.hidden(in: text))
        case .data(let data): .data(values.hidden(in: data))
        }
    }
}

extension JSON {
    fileprivate func hiding(_ values: SecretValues.Hiding) -> JSON {
        switch self {
        case .string(let text): .string(values.hidden(in: text))
        case .number(let number): .number(values.hidden(inNumber: number))
        case .array(let elements): .array(elements.map { $0.hiding(values) })
        case .object(let members): .object(members.hiding(values) { $0.hiding(values) })
        case .null, .bool: self
        }
    }
}

extension Dictionary where Key == String {
    /// Hides secrets in the names and values; adds a number to a name that would otherwise occur twice.
    fileprivate func hiding(_ values: SecretValues.Hiding, _ value: (Value) -> Value) -> [String: Value] {
        // Sort the names, so that an unchanged request always gets the same numbers.
        sorted { $0.key < $1.key }.reduce(into: [:]) { result, member in
            let hidden = values.hidden(inName: member.key)
            var (unique, number) = (hidden, 1)
            while result[unique] != nil {
                number += 1
                unique = "\(hidden)-\(number)"
            }
            result[unique] = value(member.value)
        }
    }
}
