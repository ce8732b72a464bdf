import Console
import Testing

@Suite struct CommandLineOptionTests {
    private enum Option: String, CommandLineOption {
        case live = "--live"
        case record = "--record"
    }

    @Test func returnsTheGivenOptionOrNil() throws {
        #expect(try Option.given([]) == nil)
        #expect(try Option.given(["--record"]) == .record)
    }

    @Test(arguments: [["--life"], ["--live", "--record"], ["--live", "now"], [""]])
    func namesUnknownArguments(arguments: [String]) throws {
        let error = try #require(throws: UnknownArguments.self) { try Option.given(arguments) }
        let text = "The arguments can be one of --live, --record, but are \(arguments.joined(separator: " "))."
        #expect(error.errorDescription == text)
    }
}
