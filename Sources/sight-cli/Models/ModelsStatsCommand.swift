import ArgumentParser
import Foundation

/// `sight models stats`: shows the number of downloads of each version.
struct ModelsStatsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Show how often a host's versions were downloaded.")

    @OptionGroup var host: HostOptions
    @Option(help: "Days to look back, 1 to 3660.") var days = 30
    @Flag(help: "Print the host's JSON instead, an entry for each hour.") var json = false

    func validate() throws {
        guard (1...3660).contains(days) else {
            throw ValidationError("--days \(days) is not between 1 and 3660")
        }
    }

    func run() async throws {
        let data = try await host.connection().send("GET", "stats?days=\(days)")
        guard !json else { return print(String(decoding: data, as: UTF8.self)) }
        guard let answer = try? JSONDecoder().decode(DownloadStatistics.self, from: data) else {
            throw CommandError(
                .someInputsFailed,
                "the host's statistics are not in the expected format; add --json to see them")
        }
        print(answer.text, terminator: "")
    }
}

/// The downloads of a host's versions, by the hour.
package struct DownloadStatistics: Decodable {
    struct Hour: Decodable {
        let model: String
        let version: Int
        let downloads: Int
        let bytes: Int
    }
    let installations: Int
    let hours: [Hour]

    /// The number of installations, and a table of the versions.
    package var text: String {
        var table = TextTable([
            ("model", .left), ("version", .right), ("downloads", .right), ("bytes", .right),
        ])
        let groups = Dictionary(grouping: hours) { "\($0.model)\n\($0.version)" }
        for (_, hours) in groups.sorted(by: { $0.key < $1.key }) {
            table.add(
                hours[0].model, "\(hours[0].version)", "\(Self.sum(hours.map(\.downloads)))",
                Self.sum(hours.map(\.bytes)).asByteCount)
        }
        return "\(installations) installations\n\(table.text)"
    }

    /// Returns the sum; the limit of `Int` if a host sends numbers that exceed it.
    private static func sum(_ numbers: [Int]) -> Int {
        numbers.reduce(0) { sum, number in
            let (next, overflow) = sum.addingReportingOverflow(number)
            return overflow ? (number > 0 ? .max : .min) : next
        }
    }
}
