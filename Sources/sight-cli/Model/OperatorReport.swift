import Sight
import SightInference
package import SightModelFile

/// One kind of operator in a model.
package struct OperatorReport: Encodable, Sendable {
    package let name: String
    package let version: Int
    /// The number of nodes with this operator and version.
    package let count: Int
    /// Whether this runtime supports the operator.
    package let isSupported: Bool

    /// Returns the operators in all graphs of a model, by name and version.
    package static func list(_ model: Model) -> [OperatorReport] {
        struct Kind: Hashable {
            let code: OperatorCode
            let version: Int
        }
        var counts: [Kind: Int] = [:]
        for node in model.subgraphs.flatMap(\.nodes) {
            counts[Kind(code: node.code, version: node.version), default: 0] += 1
        }
        return counts.map { kind, count in
            OperatorReport(
                name: kind.code.name, version: kind.version, count: count,
                isSupported: (OperatorRegistry.find(kind.code)
                    ?? CustomOperatorList.standard.find(kind.code))?.versions.contains(kind.version)
                    ?? false)
        }
        .sorted { ($0.name, $0.version) < ($1.name, $1.version) }
    }
}
