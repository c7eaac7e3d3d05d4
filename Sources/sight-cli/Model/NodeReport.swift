package import SightModelFile

/// One operator in a graph.
package struct NodeReport: Encodable, Sendable {
    package let index: Int
    package let operatorName: String
    package let version: Int
    /// Tensor indices; `nil` for absent ones.
    package let inputs: [Int?]
    /// Tensor indices.
    package let outputs: [Int]
    /// The options that differ from zero, by the schema's names.
    package let options: [String: String]

    /// Copies what the file says.
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

    /// `t1 t2 – t7`: tensors by index, a dash for an absent one.
    static func list(_ tensors: [Int?]) -> String {
        tensors.map { $0.map { "t\($0)" } ?? "–" }.joined(separator: " ")
    }

    /// `padding=SAME stride_h=2`, sorted by name.
    var optionsText: String {
        options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    }
}
