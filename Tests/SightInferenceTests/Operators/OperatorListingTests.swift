import Foundation
import SightInference
import SightModelFile
import SightTensor
import Testing

/// Keeps Documentation/OPERATORS.md what the registry and the recorded cases say.
///
/// Scripts/list-operators.sh writes it anew: it sets `SIGHT_WRITE_LISTING`.
@Suite struct OperatorListingTests {
    static let url = GoldenFile.folder.deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Documentation/OPERATORS.md")

    @Test func listingIsUpToDate() throws {
        let text = try Self.listing()
        if ProcessInfo.processInfo.environment["SIGHT_WRITE_LISTING"] != nil {
            try Data(text.utf8).write(to: Self.url)
        }
        let written = try String(decoding: Data(contentsOf: Self.url), as: UTF8.self)
        #expect(Self.rows(written) == Self.rows(text), "run Scripts/list-operators.sh")
    }

    /// The table without its counts of exact cases, which depend on the processor's kernels.
    private static func rows(_ listing: String) -> [[Substring]] {
        listing.split(separator: "\n").filter { $0.hasPrefix("|") }.map { row in
            var columns = row.split(separator: "|", omittingEmptySubsequences: false)
            if columns.count > 4 { columns.remove(at: 4) }
            return columns
        }
    }

    private static func listing() throws -> String {
        var lines = [
            "# Operators", "",
            "Made by `Scripts/list-operators.sh` from `OperatorRegistry` and the recorded cases in",
            "`Tests/Fixtures/operators`; do not edit. *Versions* are those of the schema. *Types* are",
            "the first inputs' element types in the recorded cases; an operator's file says all.",
            "*Exact* counts the cases whose every bit is the reference's (LiteRT 2.3.0, reference",
            "kernels); in the others integers are one unit away at most, reals 10⁻⁶ of the largest.",
            "", "| Operator | Versions | Types | Exact | Cases |", "|---|---|---|---|---|",
        ]
        var (exact, total) = (0, 0)
        for type in OperatorRegistry.all {
            let name = type.code.name
            let versions = type.versions
            let span =
                versions.count == 1
                ? "\(versions.lowerBound)" : "\(versions.lowerBound)–\(versions.upperBound)"
            guard GoldenFile.operators.contains(name) else {
                lines.append("| \(name) | \(span) | | | |")
                continue
            }
            let cases = try GoldenFile(operatorName: name).cases
            let same = try cases.filter(isExact).count
            (exact, total) = (exact + same, total + cases.count)
            let types = Set(cases.map { $0.name.prefix { $0 != "/" && $0 != " " } }).sorted()
            lines.append(
                "| \(name) | \(span) | \(types.joined(separator: ", ")) | \(same) "
                    + "| \(cases.count) |")
        }
        lines += [
            "",
            "\(OperatorRegistry.all.count) operators; \(exact) of \(total) cases are exact.",
        ]
        return (lines + AbsentOperators.lines).joined(separator: "\n") + "\n"
    }

    @Test func operatorsAreFoundByTheirOwnCodes() {
        for type in OperatorRegistry.all {
            #expect(OperatorRegistry.find(type.code).map { $0 == type } == true, "\(type.code)")
        }
        for number in BuiltinOperator.allCases {
            let code = OperatorCode.builtin(number)
            #expect(OperatorRegistry.find(code).map { $0.code == code } != false, "\(code)")
        }
    }

    @Test func whatIsThereIsNotCalledAbsent() {
        #expect(AbsentOperators.contradictions.isEmpty)
    }

    private static func isExact(_ golden: GoldenFile.Case) throws -> Bool {
        let outputs = try GoldenOperatorTests.run(golden)
        return zip(outputs, golden.outputs).allSatisfy { output, reference in
            output.bytes.count == reference.bytes.count
                && Comparison(output.bytes, reference.bytes, output.tensor.elementType).differing
                    == 0
        }
    }
}
