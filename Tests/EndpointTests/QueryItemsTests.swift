import Endpoint
import Foundation
import Testing

@Suite struct QueryItemsTests {
    private enum Sort: String, ParameterValue { case created }
    private enum Level: Int, ParameterValue { case high = 3 }

    private func text(_ items: [URLQueryItem]) -> String {
        items.map { "\($0.name)=\($0.value ?? "nil")" }.joined(separator: "&")
    }

    @Test func keepsTheOrderOfALiteralAndDropsNil() {
        let missing: Int? = nil
        let present: Int? = 2
        let items: [URLQueryItem] = .items([
            "sort": "created", "page": present, "per_page": 30, "filter": missing, "archived": false, "ratio": 1.5,
            "sort": "id",
        ])
        #expect(text(items) == "sort=created&page=2&per_page=30&archived=false&ratio=1.5&sort=id")
    }

    @Test func convertsValuesOfManyTypes() {
        let id = UUID()
        let items: [URLQueryItem] = .items([
            "sort": Sort.created, "level": Level.high, "id": id, "site": url("https://example.com/?a=b"),
            "next": URL(string: "v2", relativeTo: baseURL), "part": "xyz".dropFirst(), "price": Decimal(11) / 10,
            "byte": UInt8(7),
        ])
        #expect(
            text(items)
                == "sort=created&level=3&id=\(id.uuidString)&site=https://example.com/?a=b"
                + "&next=https://example.com/api/v2&part=yz&price=1.1&byte=7")
    }

    private struct Filter: Encodable {
        struct Author: Encodable {
            var name = "Ada"
            var langs = ["en", "fr"]
        }

        var text = "a b"
        var tags = ["x", "y"]
        var author = Author()
        var page: Int?
        var archived = true
        var since = Date(timeIntervalSince1970: 1_000_000_000.5)
        var token = Data([0xFB, 0xFF])
        var points = [[1, 2], [3]]
        var empty: [String] = []
    }

    private static let rest = "archived=true&since=2001-09-09T01:46:40.500Z&token=+/8="

    @Test(arguments: [
        (
            QueryEncoder(),
            "text=a b&tags[]=x&tags[]=y&author[name]=Ada&author[langs][]=en&author[langs][]=fr&\(rest)"
                + "&points[0][]=1&points[0][]=2&points[1][]=3"
        ),
        (
            QueryEncoder(arrays: .indexedBrackets, nesting: .dots),
            "text=a b&tags[0]=x&tags[1]=y&author.name=Ada&author.langs[0]=en&author.langs[1]=fr&\(rest)"
                + "&points[0][0]=1&points[0][1]=2&points[1][0]=3"
        ),
    ])
    func encodesAnEncodableValue(_ encoder: QueryEncoder, expected: String) throws {
        #expect(text(try .encoded(Filter(), encoder: encoder)) == expected)
    }

    @Test("Makes items from a dictionary, sorted by key")
    func dictionary() throws {
        let values = ["page": "2", "sort": "a&b", "filter": ""]
        #expect(text(try .encoded(values)) == "filter=&page=2&sort=a&b")
    }

    @Test func joinsArraysWithCommasAndRefusesAmbiguousValues() throws {
        let encoder = QueryEncoder(arrays: .commaSeparated)
        #expect(text(try encoder.encode(["tags": ["x", "y"]])) == "tags=x,y")
        #expect(text(try encoder.encode(["ids": [1, nil, 3]])) == "ids=1,3")
        #expect(try encoder.encode(["tags": [String]()]).isEmpty)
        // A server would read these values differently.
        let reason = "cannot be separated by commas: an element contains a comma, or is an array or an object."
        #expect(refusal { try encoder.encode(["tags": ["a,b"]]) } == "The array tags \(reason)")
        #expect(refusal { try encoder.encode(["points": [[1], [2]]]) } == "The array points \(reason)")
        let notFinite = "The value is not finite."
        for number in [Double.nan, .infinity, -.infinity] {
            #expect(refusal { try encoder.encode(["ratio": number]) } == notFinite, "\(number)")
            #expect(refusal { try encoder.encode(["ratio": Float(number)]) } == notFinite, "\(number)")
            let date = Date(timeIntervalSince1970: number)
            #expect(refusal { try encoder.encode(["date": date]) } == notFinite, "\(number)")
        }
        let milliseconds = QueryEncoder(dates: .millisecondsSince1970)
        #expect(refusal { try milliseconds.encode(["date": Date(timeIntervalSince1970: 1e307)]) } == notFinite)
    }

    @Test("Gives the elements of an array that have members an index, or refuses them")
    func arraysOfContainers() throws {
        struct Values: Encodable { var objects = [["k1": "a", "k2": "b"], ["k1": "c"]] }
        let indexed = "objects[0][k1]=a&objects[0][k2]=b&objects[1][k1]=c"
        #expect(text(try QueryEncoder().encode(Values())) == indexed)
        #expect(text(try QueryEncoder(arrays: .indexedBrackets).encode(Values())) == indexed)
        let repeated = QueryEncoder(arrays: .repeatedKeys)
        #expect(text(try repeated.encode(["tags": ["x", "y"], "empty": []])) == "tags=x&tags=y")
        let reason = "The array objects cannot be sent with repeated keys: an element is an array or an object."
        #expect(refusal { try repeated.encode(Values()) } == reason)
        #expect(refusal { try repeated.encode(["objects": [[1, 2], [3]]]) } == reason)
    }

    @Test("Keeps names that are equal as text, but not as bytes", arguments: [0, 32])
    func equivalentNames(others: Int) throws {
        struct Values: Encodable {
            var others: Int

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Named.Key.self)
                for other in 0..<others { try container.encode(0, forKey: Named.Key(stringValue: "\(other)")) }
                try container.encode(1, forKey: Named.Key(stringValue: "\u{E9}"))
                try container.encode(2, forKey: Named.Key(stringValue: "e\u{301}"))
            }
        }
        #expect(try QueryEncoder().encode(Values(others: others)).suffix(2).map(\.value) == ["1", "2"])
    }

    @Test("Refuses a nested key that a server would read as several keys", arguments: ["", "a][b", "]", "["])
    func separatorsInKeys(key: String) throws {
        let reason = refusal { try QueryEncoder().encode(["user": [key: 1]]) }
        #expect(reason == "The key \"\(key)\" in user is empty or contains a separator of keys.")
        #expect(text(try QueryEncoder().encode([key: 1])) == "\(key)=1")
        let dots = QueryEncoder(nesting: .dots)
        #expect(
            refusal { try dots.encode(["user": ["a.b": 1]]) }
                == "The key \"a.b\" in user is empty or contains a separator of keys.")
        #expect(text(try dots.encode(["user": ["a[b]": 1]])) == "user.a[b]=1")
        #expect(text(try QueryEncoder().encode(["user": ["a.b": 1]])) == "user[a.b]=1")
    }

    @Test("Writes keys in snake case as JSONEncoder does, and keeps the keys of dictionaries and literals")
    func snakeCase() throws {
        struct Inner: Encodable { var firstName = "Ada", homeURL = "h" }
        struct Values: Encodable {
            var perPage = 2
            var author = Inner()
            var metaData = ["orderID": "7", "x": "y"]
            var byID = [7: Inner()]
            var rawFilter: JSONLiteral = ["sortKey": "a", "inner": Inner()]
            var lists = [Inner()]
        }
        let encoder = QueryEncoder(keys: .snakeCase)
        #expect(
            text(try encoder.encode(Values()))
                == "per_page=2&author[first_name]=Ada&author[home_url]=h&meta_data[orderID]=7&meta_data[x]=y"
                + "&by_id[7][first_name]=Ada&by_id[7][home_url]=h"
                + "&raw_filter[sortKey]=a&raw_filter[inner][first_name]=Ada&raw_filter[inner][home_url]=h&lists[0][first_name]=Ada&lists[0][home_url]=h"
        )
        let upper = QueryEncoder(keys: .custom { $0.uppercased() })
        #expect(text(try upper.encode(Inner())) == "FIRSTNAME=Ada&HOMEURL=h")
    }

    private struct Named: Encodable {
        struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        let name: String

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(1, forKey: Key(stringValue: name))
        }
    }

    @Test(
        "Writes a key in snake case as JSONEncoder does",
        arguments: [
            "", "a", "A", "ab", "aB", "AB", "Ab", "perPage", "imageURL", "URLString", "myURLProperty", "userID2",
            "a1B2c",
            "myURL2go", "_id", "_Id", "__aB", "aB_", "a_b", "HTTPMethod", "x2YZ", "étéÉté", "aBCd", "ABc", "ID",
            "a b C",
        ])
    func snakeCase(name: String) throws {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let json = String(decoding: try encoder.encode(Named(name: name)), as: UTF8.self)
        let items = try QueryEncoder(keys: .snakeCase).encode(Named(name: name))
        #expect(json == "{\"\(try #require(items.first).name)\":1}")
    }

    @Test func followsItsBooleanDateAndDataStrategies() throws {
        struct Values: Encodable {
            var flag = false
            var date = Date(timeIntervalSince1970: 1.25)
            var data = Data([0xFB, 0xFF])
        }
        func encoded(_ encoder: QueryEncoder) throws -> String { text(try encoder.encode(Values())) }
        #expect(
            try encoded(QueryEncoder(booleans: .numbers, dates: .secondsSince1970, data: .base64URL))
                == "flag=0&date=1.25&data=-_8")
        #expect(try encoded(QueryEncoder(dates: .millisecondsSince1970)) == "flag=false&date=1250&data=+/8=")
        let formatter = DateFormatter()
        formatter.dateFormat = "yyyy"
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        let custom = QueryEncoder(dates: .formatted(formatter), data: .custom { "\($0.count) bytes" })
        #expect(try encoded(custom) == "flag=false&date=1970&data=2 bytes")
        #expect(try encoded(QueryEncoder(dates: .custom { _ in "now" })) == "flag=false&date=now&data=+/8=")
    }

    @Test func encodesSuperclassesAndNestedContainers() throws {
        class Animal: Encodable { let legs = 4 }
        final class Dog: Animal {
            enum CodingKeys: CodingKey { case name, flags }
            override func encode(to encoder: any Encoder) throws {
                try super.encode(to: encoder)
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode("Rex", forKey: .name)
                var flags = container.nestedUnkeyedContainer(forKey: .flags)
                try flags.encode(true)
                try flags.encodeNil()
                var nested = flags.nestedContainer(keyedBy: CodingKeys.self)
                try nested.encode(1 as Int8, forKey: .name)
            }
        }
        let items = try QueryEncoder(arrays: .indexedBrackets).encode(Dog())
        #expect(text(items) == "legs=4&name=Rex&flags[0]=true&flags[2][name]=1")
    }

    @Test func sortsDictionariesAndKeepsTheLastValueOfAKey() throws {
        let values = Dictionary(uniqueKeysWithValues: "hgfedcba".map { (String($0), 1) })
        #expect(text(try QueryEncoder().encode(values)) == "a=1&b=1&c=1&d=1&e=1&f=1&g=1&h=1")
        #expect(text(try QueryEncoder().encode(["x": ["b": 1, "a": 2]])) == "x[a]=2&x[b]=1")
        struct Own: Encodable {
            enum CodingKeys: CodingKey { case e2, inner }
            var values: [String: Int]
            func encode(to encoder: any Encoder) throws {
                try values.encode(to: encoder)
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(2, forKey: .e2)
                try values.encode(to: container.superEncoder(forKey: .inner))
            }
        }
        let inner = "abcdefgh".map { "inner[\($0)]=1" }.joined(separator: "&")
        #expect(
            text(try QueryEncoder().encode(Own(values: values)))
                == "a=1&b=1&c=1&d=1&e=1&e2=2&f=1&g=1&h=1&\(inner)")
        struct Twice: Encodable {
            enum CodingKeys: CodingKey { case a, b }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(1, forKey: .a)
                try container.encode(2, forKey: .b)
                var same = encoder.container(keyedBy: CodingKeys.self)
                try same.encode(3, forKey: .a)
            }
        }
        #expect(text(try QueryEncoder().encode(Twice())) == "a=3&b=2")
        struct Many: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Named.Key.self)
                for number in 0..<80 { try container.encode(number, forKey: Named.Key(stringValue: "\(number % 40)")) }
            }
        }
        #expect(text(try QueryEncoder().encode(Many())) == (0..<40).map { "\($0)=\($0 + 40)" }.joined(separator: "&"))
    }

    @Test("Lets a value catch the error of a date that the style refuses")
    func caughtDate() throws {
        struct Event: Encodable {
            enum CodingKeys: CodingKey { case date }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                do {
                    try container.encode(Date.distantFuture + 1e12, forKey: .date)
                } catch {
                    try container.encode("later", forKey: .date)
                }
            }
        }
        #expect(try QueryEncoder().encode(Event()) == [URLQueryItem(name: "date", value: "later")])
    }

    @Test("Leaves out a value that is replaced by nil")
    func replacementByNil() throws {
        struct Replaced: Encodable {
            enum CodingKeys: CodingKey { case n, list, other }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode("a", forKey: .n)
                try container.encode([1, 2], forKey: .list)
                try container.encodeNil(forKey: .other)
                try container.encodeNil(forKey: .n)
                try container.encodeNil(forKey: .list)
                try container.encode(1, forKey: .other)
            }
        }
        #expect(text(try QueryEncoder().encode(Replaced())) == "other=1")
    }

    @Test func appendsToAContainerThatIsRequestedTwice() throws {
        struct Twice: Encodable {
            enum CodingKeys: CodingKey { case user, list, a, b }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                for key in [CodingKeys.a, .b] {
                    var user = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .user)
                    try user.encode(1, forKey: key)
                    var list = container.nestedUnkeyedContainer(forKey: .list)
                    try list.encode(key.stringValue)
                }
            }
        }
        #expect(text(try QueryEncoder().encode(Twice())) == "user[a]=1&user[b]=1&list[]=a&list[]=b")
        #expect(refusal { try QueryEncoder().encode(["price": Decimal.nan]) } == "The value is not finite.")
    }

    @Test func prefersTheRawValueToTheDescription() {
        struct ID: RawRepresentable, LosslessStringConvertible, ParameterValue {
            var rawValue: String
            var description: String { "ID \(rawValue)" }
            init(rawValue: String) { self.rawValue = rawValue }
            init?(_ description: String) { rawValue = description }
        }
        #expect(text(.items(["id": ID(rawValue: "7")])) == "id=7")
    }

    @Test func roundsMillisecondsToWholeNumbers() throws {
        let encoder = QueryEncoder(dates: .millisecondsSince1970)
        #expect(text(try encoder.encode(["date": Date(timeIntervalSince1970: 1.2345678)])) == "date=1235")
    }

    @Test func encodesOptionalsEnumsAndDictionaries() throws {
        enum Sort: String, Encodable { case created }
        enum Shape: Encodable { case circle(radius: Int) }
        enum Unit: Encodable { case metric }
        struct Values: Encodable {
            var sort = Sort.created
            var unit = Unit.metric
            var maybe: Sort? = .created
            var missing: String?? = .some(nil)
            var shape = Shape.circle(radius: 2)
            var counts = [7: "a"]
            var dates = [Date(timeIntervalSince1970: 0)]
            var price = Decimal(5) / 2
            var site: URL? = url("https://example.com/?a")
        }
        #expect(
            text(try QueryEncoder(arrays: .repeatedKeys).encode(Values()))
                == "sort=created&maybe=created&shape[circle][radius]=2&counts[7]=a&dates=1970-01-01T00:00:00Z"
                + "&price=2.5&site=https://example.com/?a")
    }

    @Test func encodesThroughSuperEncoders() throws {
        struct Values: Encodable {
            enum CodingKeys: CodingKey { case parent, list, inner }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try ["a": 1].encode(to: container.superEncoder())
                try ["b": 2].encode(to: container.superEncoder(forKey: .parent))
                var inner = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .inner)
                try inner.encodeNil(forKey: .list)
                var list = container.nestedUnkeyedContainer(forKey: .list)
                try ["c": 3].encode(to: list.superEncoder())
                var nested = list.nestedUnkeyedContainer()
                try nested.encode("d")
                #expect(list.count == 2 && nested.count == 1)
                #expect(list.codingPath.map(\.stringValue) == ["list"])
            }
        }
        let items = try QueryEncoder(arrays: .indexedBrackets).encode(Values())
        #expect(text(items) == "super[a]=1&parent[b]=2&list[0][c]=3&list[1][0]=d")
    }

    @Test func refusesAValueWithoutNames() {
        let reason = "Query items and fields need names, but "
        #expect(refusal { try QueryEncoder().encode(7) } == reason + "Int encodes as a value without names.")
        #expect(
            refusal { try QueryEncoder().encode(["a", "b"]) }
                == reason + "Array<String> encodes as a value without names.")
    }

    @Test func wrapsTheErrorOfAProvider() throws {
        struct Search: BaseURLEndpointType, MethodProviderType, QueryItemsProviderType {
            var method: HTTPMethod { .get }
            var queryItems: [URLQueryItem] { get throws { try .encoded([1]) } }
        }
        let error = error { try Search().request(baseURL: baseURL) }
        guard case .queryItemsNotEncodable(let reason) = error else { throw try #require(error) }
        #expect(refusal { throw reason }?.hasPrefix("Query items and fields need names") == true)
    }
}
