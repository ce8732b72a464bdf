import Console
import EndpointTesting

/// Shows what tests of the library are made of: answers without a server, and what is said when something is amiss.
@main
enum Program {
    static func main() async {
        await Example.run("TestingYourAPI") {
            try await Example.step("An answer", Showcase.answer)
            try await Example.step("A refusal", Showcase.refusal)
            try await Example.step("A fault", Showcase.fault)
            try await Example.step("A request that is not what it should be", Showcase.wrongRequest)
            try await Example.step("A request that no stub expects", Showcase.unexpectedRequest)
        }
    }
}
