import SightModelFile

/// A node of a model that is being loaded, as a ``CustomOperator`` receives it.
public struct CustomNode: Sendable {
    /// An input.
    public struct Input: Sendable {
        /// Extents, outermost first.
        public let shape: [Int]
        /// The type of the elements.
        public let elementType: CustomTensor.ElementType
        /// The elements of a constant input, such as weights; `nil` if the input is computed at run
        /// time.
        public let constant: CustomTensor?

        /// Makes an input that is computed at run time.
        public init(shape: [Int], elementType: CustomTensor.ElementType = .float32) {
            self.shape = shape
            self.elementType = elementType
            self.constant = nil
        }

        /// Makes a constant input.
        public init(shape: [Int], constant: CustomTensor) {
            self.shape = shape
            self.elementType = constant.elementType
            self.constant = constant
        }
    }

    /// The options, unchanged from the model file; they may be any bytes.
    public let options: [UInt8]
    /// The inputs in order.
    public let inputs: [Input]
    /// The types of the outputs' elements, in order; the file states them.
    public let outputTypes: [CustomTensor.ElementType]

    /// Number of outputs.
    public var outputCount: Int { outputTypes.count }

    /// Makes a node.
    public init(
        options: [UInt8], inputs: [Input], outputTypes: [CustomTensor.ElementType] = [.float32]
    ) {
        self.options = options
        self.inputs = inputs
        self.outputTypes = outputTypes
    }

    /// Returns a 32-bit little-endian integer of the options by its position; `nil` past their end.
    public func int32(at position: Int) -> Int? {
        guard position >= 0, position < options.count / 4 else { return nil }
        let bytes = options[(4 * position)..<(4 * position + 4)].enumerated()
        return Int(
            Int32(bitPattern: bytes.reduce(0) { $0 | UInt32($1.element) << UInt32(8 * $1.offset) }))
    }
}

extension CustomNode {
    /// Reads the options as a FlexBuffer map.
    func flexOptions() throws(CustomOperatorError) -> FlexBuffer {
        do {
            return try options.withUnsafeBytes { try FlexBuffer($0) }
        } catch {
            throw CustomOperatorError("its options cannot be read: \(error)")
        }
    }

    /// Returns the shape of a float32 input with a certain number of axes, none of them empty.
    func floatShape(of index: Int, rank: Int) throws(CustomOperatorError) -> [Int] {
        let input = inputs[index]
        guard input.elementType == .float32, input.constant == nil, input.shape.count == rank,
            !input.shape.contains(0)
        else {
            throw CustomOperatorError(
                "input \(index) is \(input.elementType) \(input.shape), expected \(rank) axes of "
                    + "computed float32")
        }
        return input.shape
    }
}
