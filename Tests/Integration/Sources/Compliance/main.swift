// Checks the promises of every transport, and prints the promises that each transport keeps.
//
//     Compliance                           all checks over all transports
//     Compliance <transport>               all checks over one transport
//     Compliance <transport> <number>      one check, in this process
//
// Exits with 0 if the naive transport breaks a promise and every transport that must keep all promises does. On Linux,
// URLSession is shown for comparison.
import EndpointCompliance
import Foundation

let arguments = CommandLine.arguments.dropFirst()
let candidates = Candidate.all.filter { arguments.isEmpty || $0.name == arguments.first }
if arguments.count == 2, let candidate = candidates.first,
    let number = arguments.last.flatMap({ Int($0) }), ComplianceCheck.all.indices.contains(number)
{
    await CheckProcess.run(ComplianceCheck.all[number], candidate)
}
guard !candidates.isEmpty, arguments.count < 2 else {
    print("usage: Compliance [<transport> [<number of a check, from 0 to \(ComplianceCheck.all.count - 1)>]]")
    exit(2)
}

var results: [Results] = []
for candidate in candidates {
    show("Checking \(candidate.name)")
    results.append(Results(candidate: candidate, outcomes: try await outcomes(of: candidate)))
}
print(Report(results: results, isColored: isatty(STDOUT_FILENO) == 1).text)
exit(results.allSatisfy(\.isAsExpected) ? 0 : 1)

/// Prints a line of progress at once, even if the output is a pipe.
func show(_ progress: String) {
    FileHandle.standardError.write(Data("\(progress)\n".utf8))
}

/// Runs all checks of a transport.
func outcomes(of candidate: Candidate) async throws -> [Outcome] {
    try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
        var outcomes: [Int: Outcome] = [:] {
            didSet {
                guard outcomes.count.isMultiple(of: 20) else { return }
                show("\(candidate.name): \(outcomes.count) of \(ComplianceCheck.all.count) checks have ended")
            }
        }
        for number in ComplianceCheck.all.indices {
            if number >= candidate.checksAtOnce, let (number, outcome) = try await group.next() {
                outcomes[number] = outcome
            }
            group.addTask { (number, try await outcome(of: candidate, number)) }
        }
        for try await (number, outcome) in group { outcomes[number] = outcome }
        return ComplianceCheck.all.indices.compactMap { outcomes[$0] }
    }
}

/// Runs a check of a transport.
///
/// A fault of a transport that must keep its promises counts, unless the check then passes three times in a row: some
/// checks measure time, and the machine may be busy. A crash always counts.
func outcome(of candidate: Candidate, _ number: Int) async throws -> Outcome {
    let arguments = [candidate.name, "\(number)"]
    let outcome = try await CheckProcess.outcome(arguments, timeLimit: candidate.timeLimit)
    guard candidate.kind == .checked, outcome.mayBeChance else { return outcome }
    for _ in 1...3 {
        let again = try await CheckProcess.outcome(arguments, timeLimit: candidate.timeLimit)
        guard again == .passed else { return outcome }
    }
    print("\(candidate.name): \(ComplianceCheck.all[number].name): only once: \(outcome.text)")
    return .passed
}
