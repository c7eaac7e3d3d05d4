import Testing
import sight_cli

@Suite struct SightCommandTests {
    @Test(arguments: ["--help", "help", "--version"])
    func askingForHelpIsNoFailure(argument: String) throws {
        let outcome = try SightExecutable.run(argument)
        #expect(outcome.status == 0)
        #expect(!outcome.output.isEmpty)
        #expect(outcome.complaints.isEmpty)
    }

    @Test func theHelpTellsStatusesAndEnvironment() throws {
        let help = try SightExecutable.run("--help").output
        for word in ["EXAMPLES", "EXIT STATUS", "SIGHT_TIER"] { #expect(help.contains(word)) }
    }

    @Test(arguments: [["fly"], ["--fly"], ["model", "fly"], ["model", "inspect"]])
    func wrongUsageIsOneLine(arguments: [String]) throws {
        let outcome =
            arguments.count == 1
            ? try SightExecutable.run(arguments[0])
            : try SightExecutable.run(arguments[0], arguments[1])
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.complaints.hasPrefix("sight: "))
        #expect(outcome.complaints.filter { $0 == "\n" }.count == 1)
        #expect(outcome.complaints.contains("--help"))
    }
}
