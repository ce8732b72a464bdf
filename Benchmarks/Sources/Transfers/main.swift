// Measures the time and the memory of downloading and uploading 500 MB: through the controller and by hand, each in a
// separate process, against a server in another process.
//
//     Transfers [--rounds N]                  all transfers, in turn
//     Transfers download|upload <way> <url>   one transfer, in the process that the first form starts for it
import Foundation
import Measuring

let arguments = try Arguments()
switch arguments.words.count {
case 0: try TransferRounds.measure(arguments.roundCount(default: 9))
case 3:
    guard let transfer = Transfer.named(arguments.words[0], arguments.words[1]),
        let url = URL(string: arguments.words[2])
    else { exit(2) }
    let before = try Memory.resetPeak()
    let start = ContinuousClock.now
    try await transfer.run(url)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    print(seconds, try Memory.peak() - before)
default:
    print("usage: Transfers [--rounds N] | download|upload <way> <url>")
    exit(2)
}
