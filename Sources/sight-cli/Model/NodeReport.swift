package import SightModelFile

/// One node of a graph.
package struct NodeReport: Encodable, Sendable {
    package let index: Int
    package let operatorName: String
    package let version: Int
    /// Tensor indices; `nil` for absent ones.
    package let inputs: [Int?]
    /// Tensor indices.
    package let outputs: [Int]
    /// The options that differ from the schema's defaults, by the schema's names.
    package let options: [String: String]

    /// Creates the report of a node.
    package init(_ node: Node) {
        index = node.index
        operatorName = node.code.name
        version = node.version
        inputs = node.inputs
        outputs = node.outputs
        options = OptionsListing.values(of: node).mapValues {
            switch $0 {
            case .text(let text): text
            case .real(let real): Double(real).asNumber
            }
        }
    }

    /// Returns the indices of tensors, such as `t1 t2 – t7`; a dash stands for an absent one.
    static func list(_ tensors: [Int?]) -> String {
        tensors.map { $0.map { "t\($0)" } ?? "–" }.joined(separator: " ")
    }

    /// The options sorted by name, such as `padding=SAME stride_h=2`.
    var optionsText: String {
        options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    }
}
