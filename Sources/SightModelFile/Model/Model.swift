package import SightTensor

/// A parsed and checked model file.
///
/// Every index is in range, every constant has the length that its shape needs, no node reads a
/// tensor before a node writes it, and no graph calls itself. Code that uses a `Model` need not
/// check this again.
///
/// - Source: TensorFlow Lite schema, version 3.
package struct Model: Sendable {
    /// The whole file.
    package let bytes: ModelBytes
    /// The converter's free text.
    package let description: String
    /// The graphs; the first is the main one.
    package let subgraphs: [Subgraph]
    /// The resource variables that all graphs share, with the numbers of their handles.
    package let resources: [ResourceName: Int]
    /// The strings of all constants.
    package let strings: ConstantStrings
    /// Named entry points.
    package let signatures: [Signature]
    /// Metadata blobs in file order.
    let metadataBlobs: [MetadataBlob]

    /// Metadata blobs by name, as ranges of the file; if a name occurs twice, the last one counts.
    package var metadata: [String: Range<Int>] {
        Dictionary(
            metadataBlobs.map { ($0.name, $0.range) }, uniquingKeysWith: { _, last in last })
    }

    /// The main graph.
    package var main: Subgraph { subgraphs[0] }
}

/// One graph of a model, with its nodes in the order in which they run.
package struct Subgraph: Sendable {
    package let name: String
    package let tensors: [TensorInfo]
    /// Indices into `tensors`.
    package let inputs: [Int]
    /// Indices into `tensors`.
    package let outputs: [Int]
    package let nodes: [Node]

    /// Returns the name of a node in error messages, such as `CONV_2D #14 "conv_3"`.
    package func place(of node: Node) -> String {
        let name = node.outputs.first.map { " \"\(tensors[$0].name)\"" } ?? ""
        return "\(node.code.name) #\(node.index)\(name)"
    }
}

/// A tensor as the file declares it.
///
/// It is a class because it is passed around often and never changes.
package final class TensorInfo: Sendable {
    package let name: String
    package let elementType: ElementType
    /// The shape in the file; operators compute the real shapes of their outputs in `prepare`.
    package let shape: Shape
    /// The shape with −1 for each extent that may change; empty when all extents are fixed.
    package let shapeSignature: [Int]
    package let quantization: Quantization?
    /// The constant's bytes in the file; `nil` for tensors that are computed at run time.
    package let data: Range<Int>?
    /// Whether the tensor keeps its value from one run to the next.
    package let isVariable: Bool
    /// The storage of a constant whose zeros the file leaves out; `nil` for any other tensor.
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
/// It is a class because it is passed around often and never changes.
package final class Node: Sendable {
    /// The node's position in the graph.
    package let index: Int
    package let code: OperatorCode
    package let version: Int
    /// Tensor indices; `nil` for an optional input that is absent.
    package let inputs: [Int?]
    /// Tensor indices.
    package let outputs: [Int]
    package let options: OptionsTable
    /// Tensors that only carry the quantization of values inside the operator.
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

/// A named entry point, which has its own names for some tensors of one subgraph.
package struct Signature: Sendable {
    package let key: String
    package let subgraph: Int
    /// Name and tensor index, in file order.
    package let inputs: [(name: String, tensor: Int)]
    /// Name and tensor index, in file order.
    package let outputs: [(name: String, tensor: Int)]
}
