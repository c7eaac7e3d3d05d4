package import Foundation

/// An answer of a host, with a short text for people.
package protocol HostAnswer: Decodable {
    /// The result, and the possible next steps.
    var text: String { get }
}

extension HostAnswer {
    /// Returns the answer as text, or as the JSON that the host sent.
    ///
    /// - Throws: ``CommandError`` with status `someInputsFailed` for an answer in another format.
    package static func output(of data: Data, asJSON: Bool) throws(CommandError) -> String {
        guard !asJSON else { return String(decoding: data, as: UTF8.self) }
        return Console.lines(try decoded(data).text)
    }

    /// Reads an answer.
    ///
    /// - Throws: ``CommandError`` with status `someInputsFailed` for an answer in another format.
    static func decoded(_ data: Data) throws(CommandError) -> Self {
        do {
            return try JSONDecoder().decode(Self.self, from: data)
        } catch {
            throw CommandError(
                .someInputsFailed,
                "the host has carried out the request, but its answer is not in the expected "
                    + "format; add --json to see it",
                cause: error)
        }
    }
}

/// The answer of a host that has stored a version.
package struct PublishedVersion: HostAnswer {
    let model: String
    let number: Int
    let size: Int
    let kind: String
    let labels: [String]

    /// The version, its size and kind, and the installations that get it.
    package var text: String {
        // Without the number, the commands take the version of a running roll-out.
        "\(sentence)\nnext: sight models rollout \(model) --percent 10 --version \(number), "
            + "or sight models promote \(model) --version \(number)"
    }

    /// The version, its size and kind.
    var sentence: String {
        let classes = labels.isEmpty ? "" : " with \(labels.count) labels"
        return "\(model): version \(number) is published (\(kind)\(classes), \(size.asByteCount))"
    }
}

/// The versions of a model that a host serves.
package struct ServedVersions: HostAnswer {
    let name: String
    let stable: Int?
    let candidate: Int?
    let percent: Double

    /// The installations that get each version, and the next steps of a roll-out.
    package var text: String {
        let everybody = stable.map { "version \($0)" } ?? "no version"
        guard let candidate else { return "\(name): all installations get \(everybody)" }
        return "\(name): \(percent.asNumber)% of the installations get version \(candidate), "
            + "the others \(everybody)\n"
            + "next: sight models promote \(name), or sight models rollback \(name)"
    }
}

/// An A/B test on a host.
package struct RunningExperiment: HostAnswer {
    struct Variant: Decodable {
        let value: String
        let weight: Double
    }
    let parameter: String
    let variants: [Variant]
    /// What may be a mistake, such as a model that the host does not serve; `nil` from older hosts.
    let warnings: [String]?

    /// The parameter and the share of each variant, and the warnings.
    package var text: String {
        let sum = variants.reduce(0) { $0 + $1.weight }
        let shares = variants.map { "\($0.value) \(($0.weight / sum).asShare)" }
        let lines =
            ["\(parameter): \(shares.joined(separator: ", "))"]
            + (warnings ?? []).map { "warning: \($0)" }
            + ["next: sight models stats, then sight models experiment \(parameter) --end"]
        return lines.joined(separator: "\n")
    }
}
