public import Foundation
import SightCustomOperators
import SightInference
import SightModelFile

/// Runs a TensorFlow Lite model on the CPU.
///
/// After the initializer, call ``resizeInput(at:to:)`` if necessary, ``allocateTensors()``,
/// `copy(_:toInputAt:)`, ``invoke()`` and ``output(at:)``, in this order.
///
/// An interpreter is not thread-safe. Errors are terse, as in the original; the interpreter writes
/// their reasons to standard error.
///
/// - Source: TensorFlow Lite for Swift, `Interpreter`.
public final class Interpreter {
    /// The settings.
    public let options: Options?
    /// The delegates, which have no effect, see ``Delegate``.
    public let delegates: [any Delegate]?
    let model: Model
    private let pool: WorkerPool
    private let precision: FloatPrecision
    private let customOperators: CustomOperatorList
    private let resources = ResourceStore()
    private var sessions: [Int: GraphSession] = [:]
    let main: GraphSession

    /// Loads a model from a file.
    ///
    /// The file is mapped while the model is in use. Replace it by a rename, such as with
    /// `Data.write(to:options:)` and `.atomic`, never in place: a file that becomes shorter ends
    /// the process.
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
        precision = options?.isBFloat16Enabled == true ? .bfloat16 : .binary32
        customOperators = (options ?? Options()).operatorList
        main = GraphSession(
            model, subgraph: 0, pool: pool, precision: precision,
            customOperators: customOperators, resources: resources)
        sessions[0] = main
    }

    /// Returns the session of the graph at an index, which all callers share.
    func session(_ subgraph: Int) -> GraphSession {
        if let session = sessions[subgraph] { return session }
        let session = GraphSession(
            model, subgraph: subgraph, pool: pool, precision: precision,
            customOperators: customOperators, resources: resources)
        sessions[subgraph] = session
        return session
    }

    // MARK: Running

    /// The number of inputs.
    public var inputTensorCount: Int { main.graph.inputs.count }
    /// The number of outputs.
    public var outputTensorCount: Int { main.graph.outputs.count }

    /// The names of the inputs, before and after the tensors are allocated.
    package var inputNames: [String] { main.graph.inputs.map { main.graph.tensors[$0].name } }
    /// The names of the outputs, before and after the tensors are allocated.
    package var outputNames: [String] { main.graph.outputs.map { main.graph.tensors[$0].name } }

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
    /// - Throws: ``InterpreterError/allocateTensorsRequired`` for any failure, like the original.
    public func invoke() throws {
        let ran = try ErrorLog.run(or: InterpreterError.allocateTensorsRequired) {
            () throws(ModelError) in try main.run()
        }
        guard ran else { throw InterpreterError.allocateTensorsRequired }
    }
}
