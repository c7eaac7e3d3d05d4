import SightInference
import SightModelFile

/// The schema's operators that the registry lacks, each with its reason.
enum AbsentOperators {
    /// What is no operator of its own.
    private static let marks: Set<BuiltinOperator> = [
        .custom, .delegate, .placeholderForGreaterOpCodes,
    ]

    /// What LiteRT runs and Sight does not.
    private static let reasons: [BuiltinOperator: String] = [
        .lshProjection: "hashes of text features for on-device replies; no vision model has it",
        .skipGram: "pairs of words of a text; no vision model has it",
        .embeddingLookupSparse: "sums of sparse text features; no vision model has it",
        .stablehloAnd: "LiteRT's optimised kernels alone have it; converters write LOGICAL_AND",
        .stablehloScatter: "regions of code decide what is scattered; converters write SCATTER_ND",
        .stablehloReduceWindow: "regions of code decide what is reduced; converters write pooling",
        .stablehloGather: "converters write GATHER and GATHER_ND",
        .stablehloRngBitGenerator: "random bits inside of a graph; no vision model has it",
        .reduceWindow: "converters write pooling",
        .stablehloShiftLeft: "LiteRT's optimised kernels alone have it",
        .stablehloCase: "LiteRT's optimised kernels alone have it; converters write IF",
    ]

    private static let noKernel = "LiteRT 2.3.0 has no kernel for it"

    static var lines: [String] {
        let present = Set(OperatorRegistry.all.map { $0.code.name })
        let absent = BuiltinOperator.allCases.filter {
            !present.contains($0.rawValue) && !marks.contains($0)
        }
        return ["", "## Not there", "", "| Operator | Reason |", "|---|---|"]
            + absent.map { "| \($0.rawValue) | \(reasons[$0] ?? noKernel) |" }
    }

    /// Operators that are both in the registry and given a reason for being absent.
    static var contradictions: [String] {
        let present = Set(OperatorRegistry.all.map { $0.code.name })
        return reasons.keys.map(\.rawValue).filter { present.contains($0) }
    }
}
