import SightInference
import SightModelFile

/// The schema's operators that the registry lacks, each with its reason.
enum AbsentOperators {
    /// Cases of the schema that are not operators.
    private static let marks: Set<BuiltinOperator> = [
        .custom, .delegate, .placeholderForGreaterOpCodes,
    ]

    /// The reasons for absent operators; the reason for others is that LiteRT has no kernel.
    private static let reasons: [BuiltinOperator: String] = [
        .lshProjection: "hashes text features for suggested replies; vision models do not use it",
        .skipGram: "makes pairs of words from a text; vision models do not use it",
        .embeddingLookupSparse: "sums sparse text features; vision models do not use it",
        .stablehloAnd:
            "only LiteRT's optimized kernels support it; converters write LOGICAL_AND instead",
        .stablehloRngBitGenerator: "makes random bits inside a graph; vision models do not use it",
        .reduceWindow: "converters write STABLEHLO_REDUCE_WINDOW or pooling operators instead",
        .stablehloShiftLeft: "only LiteRT's optimized kernels support it",
        .stablehloCase: "only LiteRT's optimized kernels support it; converters write IF instead",
    ]

    private static let noKernel = "LiteRT 2.3.0 has no kernel for it"

    static var lines: [String] {
        let present = Set(OperatorRegistry.all.map { $0.code.name })
        let absent = BuiltinOperator.allCases.filter {
            !present.contains($0.rawValue) && !marks.contains($0)
        }
        return ["", "## Unsupported operators", "", "| Operator | Reason |", "|---|---|"]
            + absent.map { "| \($0.rawValue) | \(reasons[$0] ?? noKernel) |" }
    }

    /// Operators that are both in the registry and given a reason for being absent.
    static var contradictions: [String] {
        let present = Set(OperatorRegistry.all.map { $0.code.name })
        return reasons.keys.map(\.rawValue).filter { present.contains($0) }
    }
}
