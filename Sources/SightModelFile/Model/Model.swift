package import SightTensor

/// A parsed and checked model file.
///
/// Every index in it is in range, every constant has the length its shape needs, no node reads
/// a tensor before something writes it and no graph calls itself; whoever holds a `Model` need not look again.
///
/// - Source: TensorFlow Lite schema, version 3.
package struct Model: Sendable {
    /// The whole file.
    package let bytes: ModelBytes
    /// Free text that the converter left.
    package let description: String
    /// The graphs; the first is the main one.
    package let subgraphs: [Subgraph]
    /// The resource variables that all graphs share, with the numbers that their handles hold.
    package let resources: [ResourceName: Int]
    /// The strings of all constants.
    package let strings: ConstantStrings
    /// Named entry points.
    package let signatures: [Signature]
    /// Metadata blobs in file order.
    let metadataBlobs: [MetadataBlob]

    /// Metadata blobs by name, as ranges of the file; of blobs with one name the last.
    package var metadata: [String: Range<Int>] {
        Dictionary(
            metadataBlobs.map { ($0.name, $0.range) }, uniquingKeysWith: { _, last in last })
    }

    /// The main graph.
    package var main: Subgraph { subgraphs[0] }
}

/// One graph of a model: nodes in the order they run.
package struct Subgraph: Sendable {
    package let name: String
    package let tensors: [TensorInfo]
    /// Indices into `tensors`.
    package let inputs: [Int]
    /// Indices into `tensors`.
    package let outputs: [Int]
    package let nodes: [Node]

    /// A node's place in messages: `CONV_2D #14 "conv_3"`.
    package func place(of node: Node) -> String {
        let name = node.outputs.first.map { " \"\(tensors[$0].name)\"" } ?? ""
        return "\(node.code.name) #\(node.index)\(name)"
    }
}

/// A tensor as the file declares it.
///
/// A class, since it is handed on often and never changes.
package final class TensorInfo: Sendable {
    package let name: String
    package let elementType: ElementType
    /// The stored shape; operators compute their outputs' real shapes in `prepare`.
    package let shape: Shape
    /// The shape with −1 where an extent may change; empty when all are fixed.
    package let shapeSignature: [Int]
    package let quantization: Quantization?
    /// The constant's bytes in the file; `nil` for tensors computed at run time.
    package let data: Range<Int>?
    /// Keeps its value from one run to the next.
    package let isVariable: Bool
    /// How the file stores the constant where it leaves out zeros; `nil` when it does not.
    package let sparsity: Sparsity?

    init(
        name: String, elementType: ElementType, shape: Shape, shapeSignature: [Int],
        quantization: Quantization?, data: Range<Int>?, isVariable: Bool, sparsity: Sparsity?
    ) {
        self.name = name
        self.elementType = elementType
        self.shape = shape
        self.shapeSignature = shapeSignature
        self.quantization = quantization
        self.data = data
        self.isVariable = isVariable
        self.sparsity = sparsity
    }
}

/// One operator in a graph.
///
/// A class, since it is handed on often and never changes.
package final class Node: Sendable {
    /// Position in the graph.
    package let index: Int
    package let code: OperatorCode
    package let version: Int
    /// Tensor indices; `nil` for an optional input that is absent.
    package let inputs: [Int?]
    /// Tensor indices.
    package let outputs: [Int]
    package let options: OptionsTable
    /// Tensors that only carry the quantisation of values inside of the operator.
    package let intermediates: [Int]
    /// Options of a custom operator, as a range of the file.
    package let customOptions: Range<Int>

    init(
        index: Int, code: OperatorCode, version: Int, inputs: [Int?], outputs: [Int],
        options: OptionsTable, intermediates: [Int], customOptions: Range<Int>
    ) {
        self.index = index
        self.code = code
        self.version = version
        self.inputs = inputs
        self.outputs = outputs
        self.options = options
        self.intermediates = intermediates
        self.customOptions = customOptions
    }
}

/// A named entry point: tensors of one subgraph under names of their own.
package struct Signature: Sendable {
    package let key: String
    package let subgraph: Int
    /// Name and tensor index, in file order.
    package let inputs: [(name: String, tensor: Int)]
    /// Name and tensor index, in file order.
    package let outputs: [(name: String, tensor: Int)]
}
