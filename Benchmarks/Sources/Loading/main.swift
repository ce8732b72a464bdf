// Measures the cost of the controller for loads over each transport, compared with the same loads by hand; the cost of
// middleware; and the cost of decoding large JSON and parsing many events; and the processor time of requests that
// wait.
//
//     Loading session | client | middleware | decoding | events [--rounds N] | waiting
import Foundation
import Measuring

let arguments = try Arguments()
switch arguments.words.first {
case "session": try await Loads.measureSession(arguments.rounds(default: 201))
case "client": try await Loads.measureClient(arguments.rounds(default: 201))
case "middleware": try await Middleware.measure(arguments.rounds(default: 201))
case "decoding": try Decoding.measure(arguments.rounds(default: 21))
case "events": try await Events.measure(arguments.rounds(default: 21))
case "waiting": try await Waiting.measure()
default:
    print("usage: Loading session | client | middleware | decoding | events [--rounds N] | waiting")
    exit(2)
}
