/// An operator that TensorFlow Lite does not have and that the user of the package implements.
///
/// Append the type to `ModelFile.customOperators` or `Interpreter.Options.customOperators`, or pass
/// it to `TensorModel`. Loading a model makes one value of the type for each node: its initializer
/// checks the node and states the shapes of the outputs. The value then runs any number of times,
/// possibly on several threads at once.
///
/// ```swift
/// struct Doubled: CustomOperator {
///     static let name = "Doubled"
///     let outputShapes: [[Int]]
///
///     init(_ node: CustomNode) throws(CustomOperatorError) {
///         guard node.inputs.count == 1 else { throw CustomOperatorError("it needs one input") }
///         outputShapes = [node.inputs[0].shape]
///     }
///
///     func run(_ inputs: [CustomTensor]) throws(CustomOperatorError) -> [CustomTensor] {
///         [.float32(try inputs[0].floats().map { 2 * $0 })]
///     }
/// }
/// ```
public protocol CustomOperator: Sendable {
    /// The name in the model file.
    static var name: String { get }

    /// Extents of the outputs, outermost first.
    var outputShapes: [[Int]] { get }

    /// Checks a node of an untrusted model.
    ///
    /// - Throws: ``CustomOperatorError`` for a node that cannot run; loading the model then fails.
    init(_ node: CustomNode) throws(CustomOperatorError)

    /// Computes the outputs.
    ///
    /// - Parameter inputs: the elements of each input, as many as its shape says; empty for
    ///   constants, which the initializer received with its ``CustomNode``.
    /// - Returns: the elements of each output, as many as its shape says, of the type that
    ///   ``CustomNode/outputTypes`` says.
    /// - Throws: ``CustomOperatorError``; the run then fails.
    func run(_ inputs: [CustomTensor]) throws(CustomOperatorError) -> [CustomTensor]
}

/// The error of a ``CustomOperator`` that cannot accept a node or complete a run.
public struct CustomOperatorError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The description of the failure; the engine puts the name of the node before it.
    public let message: String

    /// Makes an error.
    public init(_ message: String) { self.message = message }

    /// The message.
    public var description: String { message }
}
