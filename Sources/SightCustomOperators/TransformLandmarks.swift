/// Landmarks of a crop in the coordinates of the whole.
///
/// Inputs: landmarks `[1, L, 2 or 3]` as x, y and perhaps z, and a matrix `[1, 4, 4]`, both
/// `float32`. Output: the landmarks, with x and y transformed by the first two rows of the matrix,
/// and z as it was.
///
/// - Source: version 2 of MediaPipe's custom operator `TransformLandmarks`.
public struct TransformLandmarks: CustomOperator {
    /// The name in the model file.
    public static let name = "TransformLandmarks"

    /// The shape of the landmarks.
    public let outputShapes: [[Int]]

    /// Checks a node.
    ///
    /// - Throws: ``CustomOperatorError`` for shapes that do not fit each other.
    public init(_ node: CustomNode) throws(CustomOperatorError) {
        guard node.inputs.count == 2, node.outputTypes == [.float32] else {
            throw CustomOperatorError("it needs two inputs and one float32 output")
        }
        let shape = try node.floatShape(of: 0, rank: 3)
        guard shape[0] == 1, shape[2] == 2 || shape[2] == 3,
            try node.floatShape(of: 1, rank: 3) == [1, 4, 4]
        else {
            throw CustomOperatorError(
                "its inputs are \(node.inputs.map(\.shape)), expected [1, any number, 2 or 3] and "
                    + "[1, 4, 4]")
        }
        outputShapes = [shape]
    }

    /// Transforms the landmarks.
    ///
    /// - Throws: ``CustomOperatorError`` if an input has another element type than the node stated.
    public func run(_ inputs: [CustomTensor]) throws(CustomOperatorError) -> [CustomTensor] {
        var (values, matrix) = (try inputs[0].floats(), try inputs[1].floats())
        let size = outputShapes[0][2]
        for start in stride(from: 0, to: values.count, by: size) {
            let (x, y) = (values[start], values[start + 1])
            values[start] = matrix[0] * x + matrix[1] * y + matrix[3]
            values[start + 1] = matrix[4] * x + matrix[5] * y + matrix[7]
        }
        return [.float32(values)]
    }
}
