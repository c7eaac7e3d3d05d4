import Foundation
import SightCustomOperators
import SightInference
import SightModelFile
import SightTensor

/// A graph of a model with its memory, shared by the interpreter and the signature runners.
///
/// A session is not thread-safe.
final class GraphSession {
    let graph: Subgraph
    private let model: SightModelFile.Model
    private let index: Int
    private let pool: WorkerPool
    private let precision: FloatPrecision
    private let customOperators: CustomOperatorList
    /// The requested shapes by input position.
    private var inputShapes: [Int: SightTensor.Shape] = [:]
    /// The resources that all sessions of an interpreter share.
    private let resources: ResourceStore
    private var execution: Execution?

    init(
        _ model: SightModelFile.Model, subgraph index: Int, pool: WorkerPool,
        precision: FloatPrecision, customOperators: CustomOperatorList, resources: ResourceStore
    ) {
        self.resources = resources
        self.model = model
        self.index = index
        self.pool = pool
        self.precision = precision
        self.customOperators = customOperators
        graph = model.subgraphs[index]
    }

    /// Prepares the graph for its input shapes, unless it is prepared already.
    func allocate() throws(ModelError) {
        guard execution == nil else { return }
        let graph = try model.prepare(
            subgraph: index, inputShapes: inputShapes, pool: pool, precision: precision,
            customOperators: customOperators.find)
        execution = Execution(graph, resources: resources)
    }

    /// Sets the shape of an input; a change releases the memory.
    ///
    /// - Returns: whether the extents are a valid shape.
    func resize(input position: Int, to shape: Tensor.Shape) -> Bool {
        guard let shape = SightTensor.Shape(shape.dimensions) else { return false }
        let current = inputShapes[position] ?? graph.tensors[graph.inputs[position]].shape
        if shape != current {
            inputShapes[position] = shape
            execution = nil
        }
        return true
    }

    /// Runs the graph.
    ///
    /// - Returns: `false` if the memory is not allocated.
    func run() throws(ModelError) -> Bool {
        guard let execution else { return false }
        try execution.run()
        return true
    }

    /// The bytes of a tensor; `nil` if the memory is not allocated, and before a run if the shape
    /// depends on computed values.
    func bytes(of tensor: Int) -> UnsafeMutableRawBufferPointer? {
        guard let execution else { return nil }
        let spec = execution.tensors[tensor]
        return execution.isKnown(spec) ? execution.bytes(spec) : nil
    }

    /// Fills an input with its bytes, or with packed strings.
    func fill(_ tensor: Int, with data: Data) throws(InputFailure) {
        guard let bytes = bytes(of: tensor) else { throw .notAllocated }
        guard execution?.tensors[tensor].elementType == .string else {
            guard data.count == bytes.count else {
                throw .count(provided: data.count, required: bytes.count)
            }
            bytes.copyBytes(from: data)
            return
        }
        guard let strings = data.withUnsafeBytes({ StringPacking.unpack($0) }) else {
            throw .notPacked
        }
        try fill(tensor, with: strings)
    }

    /// Fills an input of strings.
    func fill(_ tensor: Int, with strings: [[UInt8]]) throws(InputFailure) {
        guard let execution else { throw .notAllocated }
        let spec = execution.tensors[tensor]
        guard spec.elementType == .string else { throw .otherType }
        do throws(ModelError) {
            try execution.setStrings(strings, of: spec)
        } catch {
            throw .count(provided: strings.count, required: spec.shape.elementCount)
        }
    }

    /// Returns what is known of a tensor without its bytes; `nil` for a type without a
    /// ``Tensor/DataType``.
    func facts(of tensor: Int) -> TensorFacts? {
        if let execution {
            let spec = execution.tensors[tensor]
            return TensorFacts(spec.name, spec.elementType, spec.shape, spec.quantization)
        }
        let info = graph.tensors[tensor]
        let requested = graph.inputs.firstIndex(of: tensor).flatMap { inputShapes[$0] }
        return TensorFacts(
            info.name, info.elementType, requested ?? info.shape, info.quantization)
    }

    /// Makes a copy of a tensor with its bytes; `nil` for a type without a ``Tensor/DataType``.
    func snapshot(of tensor: Int, _ bytes: UnsafeMutableRawBufferPointer) -> Tensor? {
        guard let execution, let facts = facts(of: tensor),
            let data = facts.dataType == .string
                ? StringPacking.pack(execution.strings(execution.tensors[tensor]))
                    .map({ Data($0) }) : Data(bytes)
        else { return nil }
        return Tensor(
            name: facts.name, dataType: facts.dataType, shape: facts.shape, data: data,
            quantizationParameters: facts.quantizationParameters)
    }
}
