public import Foundation
import SightInference

/// Runs a TensorFlow Lite model on the CPU.
///
/// The order of calls: make it, ``resizeInput(at:to:)`` if need be, ``allocateTensors()``,
/// ``copy(_:toInputAt:)``, ``invoke()``, ``output(at:)``.
///
/// Not thread-safe. Errors are terse, as in the original; why something failed is written to
/// standard error.
///
/// - Source: TensorFlow Lite for Swift, `Interpreter`.
public final class Interpreter {
    /// The settings as given.
    public let options: Options?
    /// The delegates as given; they have no effect, see ``Delegate``.
    public let delegates: [any Delegate]?
    let model: Model
    private let pool: WorkerPool
    private var sessions: [Int: GraphSession] = [:]
    private let main: GraphSession

    /// Loads a model from a file.
    ///
    /// - Throws: ``InterpreterError/failedToLoadModel`` and
    ///   ``InterpreterError/failedToCreateInterpreter``.
    public convenience init(
        modelPath: String, options: Options? = nil, delegates: [any Delegate]? = nil
    ) throws {
        let model = try ErrorLog.run(or: InterpreterError.failedToLoadModel) {
            () throws(ModelError) in try ModelReader.read(ModelBytes(contentsOf: modelPath))
        }
        try self.init(model, options, delegates)
    }

    /// Loads a model from a copy of bytes.
    ///
    /// - Throws: ``InterpreterError/failedToLoadModel`` and
    ///   ``InterpreterError/failedToCreateInterpreter``.
    public convenience init(
        modelData: Data, options: Options? = nil, delegates: [any Delegate]? = nil
    ) throws {
        let model = try ErrorLog.run(or: InterpreterError.failedToLoadModel) {
            () throws(ModelError) in try ModelReader.read(ModelBytes(modelData))
        }
        try self.init(model, options, delegates)
    }

    private init(_ model: Model, _ options: Options?, _ delegates: [any Delegate]?) throws {
        try ErrorLog.run(or: InterpreterError.failedToCreateInterpreter) {
            () throws(ModelError) in try model.requireBuiltinOperators()
        }
        self.model = model
        self.options = options
        self.delegates = delegates
        pool = WorkerPool(wanting: options?.threadCount)
        main = GraphSession(model, subgraph: 0, pool: pool)
        sessions[0] = main
    }

    /// The graph at an index with its memory, shared by all who ask.
    func session(_ subgraph: Int) -> GraphSession {
        if let session = sessions[subgraph] { return session }
        let session = GraphSession(model, subgraph: subgraph, pool: pool)
        sessions[subgraph] = session
        return session
    }

    // MARK: Running

    /// Number of inputs.
    public var inputTensorCount: Int { main.graph.inputs.count }
    /// Number of outputs.
    public var outputTensorCount: Int { main.graph.outputs.count }

    /// Prepares the graph for the shapes of its inputs.
    ///
    /// - Throws: ``InterpreterError/failedToAllocateTensors``.
    public func allocateTensors() throws {
        try ErrorLog.run(or: InterpreterError.failedToAllocateTensors) {
            () throws(ModelError) in try main.allocate()
        }
    }

    /// Runs the graph.
    ///
    /// - Throws: ``InterpreterError/allocateTensorsRequired`` on any failure, as the original.
    public func invoke() throws {
        let ran = try ErrorLog.run(or: InterpreterError.allocateTensorsRequired) {
            () throws(ModelError) in try main.run()
        }
        guard ran else { throw InterpreterError.allocateTensorsRequired }
    }

    // MARK: Tensors

    /// The input at an index.
    ///
    /// - Throws: ``InterpreterError/invalidTensorIndex(index:maxIndex:)``,
    ///   ``InterpreterError/allocateTensorsRequired`` and
    ///   ``InterpreterError/invalidTensorDataType``, checked in this order.
    public func input(at index: Int) throws -> Tensor {
        try tensor(index, of: main.graph.inputs, orThrow: .allocateTensorsRequired)
    }

    /// The output at an index; the shape is final as soon as the tensors are allocated.
    ///
    /// - Throws: ``InterpreterError/invalidTensorIndex(index:maxIndex:)``,
    ///   ``InterpreterError/invokeInterpreterRequired`` when nothing is allocated, and
    ///   ``InterpreterError/invalidTensorDataType``, checked in this order.
    public func output(at index: Int) throws -> Tensor {
        try tensor(index, of: main.graph.outputs, orThrow: .invokeInterpreterRequired)
    }

    private func tensor(_ index: Int, of list: [Int], orThrow missing: InterpreterError) throws
        -> Tensor
    {
        let tensor = try Self.element(index, of: list)
        guard let bytes = main.bytes(of: tensor) else { throw missing }
        guard let snapshot = main.snapshot(of: tensor, bytes) else {
            throw InterpreterError.invalidTensorDataType
        }
        return snapshot
    }

    private static func element(_ index: Int, of list: [Int]) throws -> Int {
        guard list.indices.contains(index) else {
            throw InterpreterError.invalidTensorIndex(index: index, maxIndex: list.count - 1)
        }
        return list[index]
    }

    /// Asks for a shape of an input; ``allocateTensors()`` must follow.
    ///
    /// - Throws: ``InterpreterError/invalidTensorIndex(index:maxIndex:)`` and
    ///   ``InterpreterError/failedToResizeInputTensor(index:)`` for negative or huge extents.
    public func resizeInput(at index: Int, to shape: Tensor.Shape) throws {
        _ = try Self.element(index, of: main.graph.inputs)
        guard main.resize(input: index, to: shape) else {
            throw InterpreterError.failedToResizeInputTensor(index: index)
        }
    }

    /// Fills an input.
    ///
    /// - Returns: the input with its new data.
    /// - Throws: ``InterpreterError/invalidTensorIndex(index:maxIndex:)``,
    ///   ``InterpreterError/allocateTensorsRequired`` and
    ///   ``InterpreterError/invalidTensorDataCount(provided:required:)``, checked in this order.
    @discardableResult
    public func copy(_ data: Data, toInputAt index: Int) throws -> Tensor {
        let tensor = try Self.element(index, of: main.graph.inputs)
        guard let bytes = main.bytes(of: tensor) else {
            throw InterpreterError.allocateTensorsRequired
        }
        guard data.count == bytes.count else {
            throw InterpreterError.invalidTensorDataCount(
                provided: data.count, required: bytes.count)
        }
        bytes.copyBytes(from: data)
        return try input(at: index)
    }
}
