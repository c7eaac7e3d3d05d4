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
    /// The tensors of released memory that can still be read, by tensor index.
    private var released: [Int: ReleasedTensor] = [:]

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
    ///
    /// Inputs that were not resized keep their bytes.
    func allocate() throws(ModelError) {
        guard execution == nil else { return }
        let prepared = try model.prepare(
            subgraph: index, inputShapes: inputShapes, pool: pool, precision: precision,
            customOperators: customOperators.find)
        let execution = Execution(prepared, resources: resources)
        for input in graph.inputs {
            let spec = execution.tensors[input]
            // LiteRT resets variables when it allocates memory.
            guard let old = released[input], !spec.isVariable else { continue }
            // The size is the old one, so that the bytes fit.
            try? execution.fill(spec, with: old.data)
        }
        released = [:]
        self.execution = execution
    }

    /// Sets the shape of an input; a change releases the memory.
    ///
    /// - Returns: whether the extents are a valid shape.
    func resize(input position: Int, to shape: Tensor.Shape) -> Bool {
        guard let shape = SightTensor.Shape(shape.dimensions) else { return false }
        let input = graph.inputs[position]
        let current = inputShapes[position] ?? graph.tensors[input].shape
        if shape != current {
            inputShapes[position] = shape
            release(resizing: input)
        }
        return true
    }

    /// Releases the memory, except for copies of what callers may read: all inputs and outputs
    /// without the one that is resized.
    private func release(resizing input: Int) {
        if let execution {
            for tensor in visibleTensors where tensor != input {
                released[tensor] = ReleasedTensor(execution.tensors[tensor], in: execution)
            }
        }
        execution = nil
        released[input] = nil
    }

    /// The inputs and outputs of the graph and of its signatures.
    private var visibleTensors: Set<Int> {
        let signatures = model.signatures.filter { $0.subgraph == index }
        let named = signatures.flatMap { $0.inputs + $0.outputs }.map(\.tensor)
        return Set(graph.inputs + graph.outputs + named)
    }

    /// Runs the graph.
    ///
    /// - Returns: `false` if the memory is not allocated.
    func run() throws(ModelError) -> Bool {
        guard let execution else { return false }
        try execution.run()
        return true
    }

    /// Returns a tensor of the memory or of the released memory; `nil` if it is in neither.
    private func spec(of tensor: Int) -> TensorSpec? {
        guard let execution else { return released[tensor]?.spec }
        return execution.tensors[tensor]
    }

    /// Whether a tensor has bytes.
    ///
    /// It has none before memory is allocated and after it was resized, and before a run if its
    /// shape depends on computed values.
    func isReadable(_ tensor: Int) -> Bool {
        guard let execution else { return released[tensor] != nil }
        return execution.isKnown(execution.tensors[tensor])
    }

    /// Fills an input with its bytes, or with packed strings.
    func fill(_ tensor: Int, with data: Data) throws(InputFailure) {
        let spec = try writableSpec(of: tensor)
        if let execution { return try execution.fill(spec, with: data) }
        try released[tensor]?.fill(with: data)
    }

    /// Fills an input of strings.
    func fill(_ tensor: Int, with strings: [[UInt8]]) throws(InputFailure) {
        let spec = try writableSpec(of: tensor)
        if let execution { return try execution.fill(spec, with: strings) }
        try released[tensor]?.fill(with: strings)
    }

    /// Returns a tensor that may be filled.
    ///
    /// A signature can name a constant as its input, and the bytes of a constant may be those of
    /// the file.
    private func writableSpec(of tensor: Int) throws(InputFailure) -> TensorSpec {
        guard let spec = spec(of: tensor) else { throw .notAllocated }
        guard spec.constant == nil else { throw .constant }
        return spec
    }

    /// Returns what is known of a tensor without its bytes; `nil` for a type without a
    /// ``Tensor/DataType``.
    func facts(of tensor: Int) -> TensorFacts? {
        if let spec = spec(of: tensor) {
            return TensorFacts(spec.name, spec.elementType, spec.shape, spec.quantization)
        }
        let info = graph.tensors[tensor]
        let requested = graph.inputs.firstIndex(of: tensor).flatMap { inputShapes[$0] }
        return TensorFacts(
            info.name, info.elementType, requested ?? info.shape, info.quantization)
    }

    /// Makes a copy of a readable tensor; `nil` for a type without a ``Tensor/DataType``.
    func snapshot(of tensor: Int) -> Tensor? {
        guard let facts = facts(of: tensor), let data = data(of: tensor) else { return nil }
        return Tensor(
            name: facts.name, dataType: facts.dataType, shape: facts.shape, data: data,
            quantizationParameters: facts.quantizationParameters)
    }

    private func data(of tensor: Int) -> Data? {
        guard let execution else { return released[tensor]?.data }
        return execution.data(of: execution.tensors[tensor])
    }
}
