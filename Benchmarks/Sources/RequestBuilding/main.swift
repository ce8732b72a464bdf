// Measures the cost of building a request, compared with the least that Foundation allows for the same request.
//
//     RequestBuilding time [--rounds N]   nanoseconds
//     RequestBuilding allocations         allocations of memory
//     RequestBuilding profiles            the number of calls in each profile that callgrind writes meanwhile
import Foundation
import Measuring

let arguments = try Arguments()
let measures: [String: (String, [Way]) throws -> [Series]] = [
    "time": arguments.rounds(default: 201).time, "allocations": Counting.allocations, "profiles": Counting.profiles,
]
guard let measure = measures[arguments.words.first ?? ""] else {
    print("usage: RequestBuilding time [--rounds N] | allocations | profiles")
    exit(2)
}
for request in try RequestCase.plain() + RequestCase.bodies() + RequestCase.growing() {
    for series in try measure(request.name, request.ways) { try series.write() }
}
