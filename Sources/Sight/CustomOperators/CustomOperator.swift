/// An operator that TensorFlow Lite does not have, written by whoever uses its models.
///
/// Register the type in ``ModelFile/customOperators``. It is made once for each node, where it
/// checks the node and states the shapes of its outputs; it then runs any number of times, possibly
/// on several threads at once. Tensors are `float32`.
///
/// ```swift
/// struct Double: CustomOperator {
///     static let name = "Double"
///     let outputShapes: [[Int]]
///
///     init(_ node: CustomNode) throws(CustomOperatorError) {
///         guard node.inputs.count == 1 else { throw CustomOperatorError("it needs one input") }
///         outputShapes = [node.inputs[0].shape]
///     }
///
///     func run(_ inputs: [[Float]]) throws(CustomOperatorError) -> [[Float]] {
///         [inputs[0].map { 2 * $0 }]
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
    ///   constants, which ``CustomNode`` hands over once.
    /// - Returns: the elements of each output, as many as its shape says.
    /// - Throws: ``CustomOperatorError``; the run then fails.
    func run(_ inputs: [[Float]]) throws(CustomOperatorError) -> [[Float]]
}

/// Why a ``CustomOperator`` refuses a node or a run.
public struct CustomOperatorError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, after the node's place in the message.
    public let message: String

    /// Makes an error.
    public init(_ message: String) { self.message = message }

    /// The message.
    public var description: String { message }
}

/// A node as a ``CustomOperator`` sees it when a model is loaded.
public struct CustomNode: Sendable {
    /// An input.
    public struct Input: Sendable {
        /// Extents, outermost first.
        public let shape: [Int]
        /// The elements of a constant, such as weights; `nil` for what is computed at run time.
        public let constant: [Float]?

        /// Makes an input.
        public init(shape: [Int], constant: [Float]? = nil) {
            self.shape = shape
            self.constant = constant
        }
    }

    /// The options as the file has them: any bytes.
    public let options: [UInt8]
    /// The inputs in order.
    public let inputs: [Input]
    /// Number of outputs.
    public let outputCount: Int

    /// Makes a node.
    public init(options: [UInt8], inputs: [Input], outputCount: Int = 1) {
        self.options = options
        self.inputs = inputs
        self.outputCount = outputCount
    }

    /// A 32-bit little-endian integer of the options, by its position; `nil` past their end.
    public func int32(at position: Int) -> Int? {
        guard position >= 0, position < options.count / 4 else { return nil }
        let bytes = options[(4 * position)..<(4 * position + 4)].enumerated()
        return Int(
            Int32(bitPattern: bytes.reduce(0) { $0 | UInt32($1.element) << UInt32(8 * $1.offset) }))
    }
}
