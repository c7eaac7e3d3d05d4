import Foundation
import SightInference
import SightModelFile
import SightTensor
import Testing

/// Compares Documentation/OPERATORS.md with the registry and the recorded cases.
///
/// Scripts/list-operators.sh sets `SIGHT_WRITE_LISTING` to write the document again.
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
            "This page lists the operators that Sight supports. *Versions* are those of the TensorFlow Lite",
            "schema. *Types* are the element types of the first inputs in the recorded cases; the source of an",
            "operator may accept more. *Cases* counts results recorded from LiteRT 2.3.0's reference kernels.",
            "*Exact* counts the cases in which Sight gives the same bits; in the other cases integers differ by",
            "at most one unit and real numbers by at most 10⁻⁶ of the largest number.", "",
            "Operators whose names start with `Flex` are those of TensorFlow itself, which converters keep if",
            "the schema has none for them (`SELECT_TF_OPS`). LiteRT needs the library of TensorFlow for them;",
            "their cases were recorded from TensorFlow 2.21.", "",
            "`Scripts/list-operators.sh` writes this page from `OperatorRegistry` and the recorded cases in",
            "`Tests/Fixtures/operators`. Do not edit it.",
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
