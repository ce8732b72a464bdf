import Console
import EndpointTesting

/// Shows the parts of the library's tests: answers without a server, and the errors for unexpected requests.
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
