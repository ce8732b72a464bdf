// Measures the cost of a response from a cache beside a response from a transport that has it in memory, and the cost
// of middleware that retries and renews for a call that needs neither.
//
//     Caching requests | calls [--rounds N]
import EndpointResilience
import Foundation
import Measuring

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

let arguments = try Arguments()
switch arguments.words.first {
case "requests": try await Requests.measure(arguments.rounds(default: 201))
case "calls": try await Calls.measure(arguments.rounds(default: 201))
default:
    print("usage: Caching requests | calls [--rounds N]")
    exit(2)
}
