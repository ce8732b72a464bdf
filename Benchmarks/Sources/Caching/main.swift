// Measures the cost of a response from a cache, compared with a response from a transport in memory, and the cost of
// middleware for retries and token renewal in a call that needs neither. Also measures calls that wait for a limit.
//
//     Caching requests | calls | waiting [--rounds N]
import Foundation
import Measuring

let arguments = try Arguments()
switch arguments.words.first {
case "requests": try await Requests.measure(arguments.rounds(default: 201))
case "calls": try await Calls.measure(arguments.rounds(default: 201))
case "waiting": try await Waiting.measure(arguments.roundCount(default: 5))
default:
    print("usage: Caching requests | calls | waiting [--rounds N]")
    exit(2)
}
