import SightTensor

/// BATCH_MATMUL: products of matrices, the outer axes broadcast; each may be transposed.
///
/// float32 and quantised int8, int16. `[…, M, K] × […, K, N]` gives `[…, M, N]`.
/// - Source: TensorFlow Lite `batch_matmul`.
enum BatchMatMul: Operator {
    static let code = OperatorCode.builtin(.batchMatmul)
    static let versions = 1...4

    static func prepare(_ options: OptionsTable, _ node: inout Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let left = try node.input(0)
        guard [.float32, .int8, .int16].contains(left.elementType) else {
            throw node.unsupported(left)
        }
        let product = try MatrixProduct(
            node, isLeftTransposed: options.bool(0), isRightTransposed: options.bool(1))
        switch product.left.elementType {
        case .float32:
            return product.loop(node, Float.self, Float.self, zero: 0) {
                $0 + $1 * $2
            } finish: {
                $0
            }
        case .int8:
            let (left, right) = (try node.affine(product.left), try node.affine(product.right))
            let output = try node.affine(product.output)
            let factor = FixedPointMultiplier(
                Double(left.scale * right.scale) / Double(output.scale))
            return product.loop(node, Int8.self, Int32.self, zero: 0) {
                $0 &+ (Int32($1) &- left.zeroPoint) &* (Int32($2) &- right.zeroPoint)
            } finish: {
                Int8(clamping: factor.apply($0) &+ output.zeroPoint)
            }
        case .int16:
            let (left, right) = (try node.affine(product.left), try node.affine(product.right))
            let output = try node.affine(product.output)
            guard left.zeroPoint == 0, right.zeroPoint == 0, output.zeroPoint == 0 else {
                throw node.fail("int16 needs zero points of 0")
            }
            let factor = FixedPointMultiplier(
                Double(left.scale * right.scale) / Double(output.scale))
            return product.loop(node, Int16.self, Int64.self, zero: 0) {
                $0 &+ Int64(Int32($1) &* Int32($2))
            } finish: {
                Int16(clamping: factor.apply(wide: $0))
            }
        default: throw node.unsupported(product.left)
        }
    }
}
