import Console

/// A table of the requests that the shop received in each step.
struct Table {
    private static let columns = ["calls", "requests", "500, 503", "401", "renewals", "304", "from memory"]
    private static let width = 36

    func printHead() {
        print("", Self.columns, .bold)
    }

    /// Prints a line.
    ///
    /// - Parameters:
    ///   - title: The name of the step.
    ///   - calls: The number of calls.
    ///   - tally: The counts of the requests that arrived at the shop.
    func print(_ title: String, calls: Int, _ tally: Tally) {
        let numbers = [
            calls, tally.requests, tally.failed, tally.refused, tally.renewals, tally.unchanged,
            // In each step, either all calls are answered from memory, or none are.
            tally.requests == 0 ? calls : 0,
        ]
        print(title, numbers.map { $0 == 0 ? "–" : "\($0)" })
    }

    private func print(_ title: String, _ cells: [String], _ style: Terminal.Style? = nil) {
        let padded = zip(cells, Self.columns).map { cell, column in
            String(repeating: " ", count: max(column.count - cell.count, 0) + 2) + cell
        }
        let space = String(repeating: " ", count: max(Self.width - title.count, 0))
        Terminal.print(title + space + padded.joined(), style)
    }
}
