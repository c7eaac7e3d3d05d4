import Foundation
import Testing
import sight_cli

/// The output of `sight models publish` and similar commands.
@Suite struct HostAnswerTests {
    private let version = Data(
        """
        {"model":"bird","number":4,"size":3550000,"kind":"classifier","labels":["a","b"],
         "digest":"00","created":"2026-11-22T00:00:00Z","note":"","inputs":[],"outputs":[]}
        """.utf8)

    @Test func aPublishedVersionIsOneLineAndTheNextStep() throws {
        let text = try PublishedVersion.output(of: version, asJSON: false)
        #expect(
            text == """
                bird: version 4 is published (classifier with 2 labels, 3.4 MiB)
                next: sight models rollout bird --percent 10 --version 4, \
                or sight models promote bird --version 4
                """)
        let json = try PublishedVersion.output(of: version, asJSON: true)
        #expect(Data(json.utf8) == version)
    }

    @Test(arguments: [
        (
            #"{"name":"bird","stable":3,"percent":0,"history":[]}"#,
            "bird: all installations get version 3"
        ),
        (#"{"name":"bird","percent":0,"history":[]}"#, "bird: all installations get no version"),
        (
            #"{"name":"bird","stable":3,"candidate":4,"percent":12.5,"history":[]}"#,
            "bird: 12.5% of the installations get version 4, the others version 3\n"
                + "next: sight models promote bird, or sight models rollback bird"
        ),
    ])
    func servedVersionsSayWhoGetsWhat(json: String, text: String) throws {
        #expect(try ServedVersions.output(of: Data(json.utf8), asJSON: false) == text)
    }

    @Test func anExperimentIsToldInShares() throws {
        let json = """
            {"parameter":"p","variants":[{"value":"a","weight":1},{"value":"b","weight":3}]}
            """
        #expect(
            try RunningExperiment.output(of: Data(json.utf8), asJSON: false) == """
                p: a 25.0%, b 75.0%
                next: sight models stats, then sight models experiment p --end
                """)
        let warned = json.dropLast() + #","warnings":["this host serves no version of \"a\""]}"#
        let text = try RunningExperiment.output(of: Data(warned.utf8), asJSON: false)
        #expect(text.contains("warning: this host serves no version of \"a\"\n"))
    }

    @Test func namesCannotSteerTheTerminal() throws {
        let json = #"{"name":"a\u001b[2Jb","stable":1,"percent":0,"history":[]}"#
        let text = try ServedVersions.output(of: Data(json.utf8), asJSON: false)
        #expect(!text.contains("\u{1B}"))
    }

    @Test func foreignAnswersAreErrors() {
        #expect(throws: CommandError.self) {
            try ServedVersions.output(of: Data("[]".utf8), asJSON: false)
        }
    }

    @Test func statisticsAreSummed() throws {
        let hour = #"{"model":"bird","version":7,"downloads":2,"bytes":1024,"hour":1}"#
        let json = #"{"installations":3,"hours":[\#(hour),\#(hour)]}"#
        let text = try JSONDecoder().decode(DownloadStatistics.self, from: Data(json.utf8)).text
        #expect(text.hasPrefix("3 installations\n"))
        #expect(text.contains("4") && text.contains("2.0 KiB"))
    }

    /// Sums that overflow are those of a broken or hostile host.
    @Test func statisticsWithoutSenseDoNotTrap() throws {
        let limits = [Int.max, .max, .min, .min, .min].map {
            #"{"model":"bird","version":7,"downloads":\#($0),"bytes":\#($0)}"#
        }
        let json = #"{"installations":3,"hours":[\#(limits.joined(separator: ","))]}"#
        let text = try JSONDecoder().decode(DownloadStatistics.self, from: Data(json.utf8)).text
        #expect(text.contains("bird"))
    }
}
