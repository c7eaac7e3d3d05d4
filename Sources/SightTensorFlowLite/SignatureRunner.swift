public import Foundation
import SightModelFile

/// Runs one signature of a model: a graph whose inputs and outputs have names.
///
/// A runner keeps its interpreter alive and is not thread-safe.
///
/// - Source: TensorFlow Lite for Swift, `SignatureRunner`.
public final class SignatureRunner {
    /// The key of the signature.
    public let signatureKey: String
    /// The names of the inputs in the model's order.
    public var inputs: [String] { signature.inputs.map(\.name) }
    /// The names of the outputs in the model's order.
    public var outputs: [String] { signature.outputs.map(\.name) }
    private let interpreter: Interpreter
    private let signature: Signature
    private let session: GraphSession

    init(_ interpreter: Interpreter, signatureKey: String) throws {
        guard let signature = interpreter.model.signatures.first(where: { $0.key == signatureKey })
        else {
            throw SignatureRunnerError.failedToCreateSignatureRunner(signatureKey: signatureKey)
        }
        self.interpreter = interpreter
        self.signatureKey = signatureKey
        self.signature = signature
        session = interpreter.session(signature.subgraph)
        try allocateTensors()
    }

    /// Prepares the graph for the shapes of its inputs, unless it is prepared already.
    ///
    /// - Throws: ``SignatureRunnerError/failedToAllocateTensors``.
    public func allocateTensors() throws {
        try ErrorLog.run(or: SignatureRunnerError.failedToAllocateTensors) {
            () throws(ModelError) in try session.allocate()
        }
    }

    /// Allocates tensors if necessary, copies data to inputs by name and runs the signature.
    ///
    /// Inputs that are not in `inputs` keep their data.
    ///
    /// - Throws: ``SignatureRunnerError/failedToInvokeSignature(signatureKey:)`` and the errors of
    ///   ``allocateTensors()`` and `copy(_:toInputNamed:)`.
    public func invoke(with inputs: [String: Data]) throws {
        try allocateTensors()
        for (name, data) in inputs {
            try copy(data, toInputNamed: name)
        }
        let failure = SignatureRunnerError.failedToInvokeSignature(signatureKey: signatureKey)
        let ran = try ErrorLog.run(or: failure) { () throws(ModelError) in try session.run() }
        guard ran else { throw failure }
    }

    /// Returns the input with a name.
    ///
    /// After ``resizeInput(named:toShape:)``, the other inputs and the outputs keep their shapes
    /// and their data until the tensors are allocated again.
    ///
    /// - Throws: ``SignatureRunnerError/failedToGetTensor(tensorType:nameInSignature:)``,
    ///   ``SignatureRunnerError/allocateTensorsRequired`` if the input was resized since the last
    ///   allocation, and ``SignatureRunnerError/invalidTensorDataType``, checked in this order.
    public func input(named name: String) throws -> Tensor {
        try tensor(index(of: name, in: signature.inputs, "input"))
    }

    /// Returns the output with a name.
    ///
    /// The shape is final as soon as the tensors are allocated, or after each run if it depends on
    /// computed values.
    ///
    /// - Throws: ``SignatureRunnerError/failedToGetTensor(tensorType:nameInSignature:)``,
    ///   ``SignatureRunnerError/allocateTensorsRequired``, also if the shape depends on computed
    ///   values and the last run failed or there was none, and
    ///   ``SignatureRunnerError/invalidTensorDataType``, checked in this order.
    public func output(named name: String) throws -> Tensor {
        try tensor(index(of: name, in: signature.outputs, "output"))
    }

    /// Returns what is known of the input with a name without its bytes.
    ///
    /// - Throws: ``SignatureRunnerError/failedToGetTensor(tensorType:nameInSignature:)`` and
    ///   ``SignatureRunnerError/invalidTensorDataType``.
    package func inputFacts(named name: String) throws -> TensorFacts {
        try facts(index(of: name, in: signature.inputs, "input"))
    }

    /// Returns what is known of the output with a name without its bytes.
    ///
    /// - Throws: the same errors as ``inputFacts(named:)``.
    package func outputFacts(named name: String) throws -> TensorFacts {
        try facts(index(of: name, in: signature.outputs, "output"))
    }

    private func facts(_ index: Int) throws -> TensorFacts {
        guard let facts = session.facts(of: index) else {
            throw SignatureRunnerError.invalidTensorDataType
        }
        return facts
    }

    /// Sets the shape of an input; call ``allocateTensors()`` or ``invoke(with:)`` afterwards.
    ///
    /// - Throws: ``SignatureRunnerError/failedToResizeInputTensor(inputName:)``.
    public func resizeInput(named name: String, toShape shape: Tensor.Shape) throws {
        guard let tensor = signature.inputs.first(where: { $0.name == name })?.tensor,
            let position = session.graph.inputs.firstIndex(of: tensor),
            session.resize(input: position, to: shape)
        else { throw SignatureRunnerError.failedToResizeInputTensor(inputName: name) }
    }

    /// Copies data to an input.
    ///
    /// - Throws: ``SignatureRunnerError/failedToGetTensor(tensorType:nameInSignature:)``,
    ///   ``SignatureRunnerError/allocateTensorsRequired`` and
    ///   ``SignatureRunnerError/invalidTensorDataCount(provided:required:)``, checked in this
    ///   order; ``SignatureRunnerError/failedToCopyDataToInputTensor`` for data that are not packed
    ///   strings, and for an input that is a constant of the model.
    public func copy(_ data: Data, toInputNamed name: String) throws {
        let tensor = try index(of: name, in: signature.inputs, "input")
        do throws(InputFailure) {
            try session.fill(tensor, with: data)
        } catch {
            throw SignatureRunnerError(error)
        }
    }

    /// Copies strings to an input; not in the original module.
    ///
    /// - Throws: ``SignatureRunnerError/failedToGetTensor(tensorType:nameInSignature:)``,
    ///   ``SignatureRunnerError/allocateTensorsRequired``,
    ///   ``SignatureRunnerError/invalidTensorDataType`` for an input of numbers and
    ///   ``SignatureRunnerError/invalidTensorDataCount(provided:required:)`` for another number of
    ///   strings, checked in this order.
    public func copy(_ strings: [String], toInputNamed name: String) throws {
        let tensor = try index(of: name, in: signature.inputs, "input")
        do throws(InputFailure) {
            try session.fill(tensor, with: strings.map { Array($0.utf8) })
        } catch {
            throw SignatureRunnerError(error)
        }
    }

    private func index(of name: String, in list: [(name: String, tensor: Int)], _ type: String)
        throws -> Int
    {
        guard let entry = list.first(where: { $0.name == name }) else {
            throw SignatureRunnerError.failedToGetTensor(tensorType: type, nameInSignature: name)
        }
        return entry.tensor
    }

    private func tensor(_ index: Int) throws -> Tensor {
        guard session.isReadable(index) else {
            throw SignatureRunnerError.allocateTensorsRequired
        }
        guard let snapshot = session.snapshot(of: index) else {
            throw SignatureRunnerError.invalidTensorDataType
        }
        return snapshot
    }
}
