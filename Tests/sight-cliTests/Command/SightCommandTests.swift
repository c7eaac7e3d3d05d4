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

    /// A subcommand may have an option of this name, and its help then lists no other.
    @Test func theVersionIsThatOfTheProgram() throws {
        let version = SightVersion.current
        #expect(version.split(separator: ".").compactMap { UInt($0) }.count == 3)
        let output = try SightExecutable.run("--version").output
        #expect(output.hasPrefix("sight \(version)\nkernels: "))
        for command in ["promote", "rollout"] {
            let help = try SightExecutable.run("models", command, "--help").output
            let rows = help.split(separator: "\n").filter { $0.hasPrefix("  --version") }
            #expect(rows.count == 1, "\(help)")
        }
        let outcome = try SightExecutable.run("models", "promote", "bird", "--version", "x")
        #expect(outcome.status == 2 && outcome.complaints.contains("'--version <version>'"))
    }

    @Test func theHelpTellsStatusesAndEnvironment() throws {
        let help = try SightExecutable.run("--help").output
        for word in [
            "EXAMPLES", "EXIT STATUS", "an output cannot be written", "SIGHT_TIER", "SIGHT_MODELS",
        ] { #expect(help.contains(word)) }
    }

    #if os(Linux)
        /// So short an output is written when the program ends.
        @Test func aFullDiskIsAnError() throws {
            let scratch = try ScratchFolder()
            let model = try scratch.write(SmallModels.reshape, to: "model.tflite")
            let outcome = try SightExecutable.run(
                arguments: ["model", "run", model], outputTo: "/dev/full")
            #expect(outcome.status == 2, "\(outcome.complaints)")
            #expect(outcome.complaints.hasPrefix("sight: standard output cannot be written"))
        }

        @Test(arguments: ["--help", "--version"])
        func helpNeedsRoomOnTheDisk(option: String) throws {
            let outcome = try SightExecutable.run(arguments: [option], outputTo: "/dev/full")
            #expect(outcome.status == 2, "\(outcome.complaints)")
            #expect(outcome.complaints.hasPrefix("sight: standard output cannot be written"))
        }
    #endif

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
