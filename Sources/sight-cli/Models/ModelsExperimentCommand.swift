import ArgumentParser
import Foundation
import SightModelDownload

/// `sight models experiment`: starts, changes or ends an A/B test of models.
struct ModelsExperimentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "experiment",
        abstract: "Start, change or end an A/B test of models.",
        discussion: """
            EXAMPLES:
              sight models experiment object_model bird_a=50 bird_b=50
              sight models experiment object_model --end
            """)

    @OptionGroup var host: HostOptions
    @Flag(help: "End the test.") var end = false
    @Flag(help: "Print the host's JSON instead.") var json = false
    @Argument(help: "The Remote Config parameter that apps read.") var parameter: String
    @Argument(help: "Models and their weights: NAME=WEIGHT.") var variants: [String] = []

    private struct Body: Encodable {
        struct Variant: Encodable {
            let value: String
            let weight: Double
        }
        let variants: [Variant]
    }

    func validate() throws {
        guard end == variants.isEmpty else {
            throw ValidationError("give variants such as bird_a=50 bird_b=50, or --end")
        }
        for variant in variants where Self.parse(variant) == nil {
            throw ValidationError("\"\(variant)\" is not NAME=WEIGHT, such as bird_a=50")
        }
    }

    func run() async throws {
        let connection = try host.connection()
        let path = "experiments/" + WebAddress.escaped(parameter)
        guard !end else {
            _ = try await connection.send("DELETE", path)
            return
        }
        let body = try JSONText.line(Body(variants: variants.compactMap(Self.parse)))
        let answer = try await connection.send("PUT", path, Data(body.utf8))
        print(try RunningExperiment.output(of: answer, asJSON: json))
    }

    private static func parse(_ text: String) -> Body.Variant? {
        guard let equals = text.lastIndex(of: "="), equals != text.startIndex,
            let weight = Double(text[text.index(after: equals)...]), weight >= 0, weight.isFinite
        else { return nil }
        return Body.Variant(value: String(text[..<equals]), weight: weight)
    }
}
