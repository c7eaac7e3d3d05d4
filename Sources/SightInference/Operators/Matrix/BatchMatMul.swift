import SightModelFile
import SightTensor

/// BATCH_MATMUL: multiplies matrices and broadcasts the outer axes; each matrix may be transposed.
///
/// float32, also with a constant right operand of int8, quantized int8, and int16 with int16 or
/// int8. `[…, M, K] × […, K, N]` gives `[…, M, N]`.
/// - Source: TensorFlow Lite `batch_matmul`.
enum BatchMatMul: Operator {
    static let code = OperatorCode.builtin(.batchMatmul)
    static let versions = 1...4

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let options = try BatchMatMulOptions(options)
        let left = try node.input(0)
        guard [.float32, .int8, .int16].contains(left.elementType) else {
            throw node.unsupported(left)
        }
        let product = try MatrixProduct(
            node, isLeftTransposed: options.isLeftTransposed,
            isRightTransposed: options.isRightTransposed)
        let isHybrid = left.elementType == .float32 && product.right.elementType == .int8
        return try multiply(
            isHybrid ? product.dequantized(isAsymmetric: options.isAsymmetric, node) : product,
            node)
    }

    /// Prepares a product of matrices of floats, of int8, or of int16 with int16 or int8.
    static func multiply(_ product: MatrixProduct, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        switch product.left.elementType {
        case .float32: return try floats(product, node)
        case .int8:
            let (left, output) = (try node.affine(product.left), try node.affine(product.output))
            let (factors, zero) = try factors(product, left, output, node)
            let panels = try IntegerPanels(
                product, factors: factors, zeroPoints: (left.zeroPoint, zero), output: output, node)
            if let packed = try PackedProduct(product, panels, node) { return packed }
            return product.loop(node, Int8.self, right: Int8.self, Int32.self, zero: 0) {
                $0 &+ (Int32($1) &- left.zeroPoint) &* (Int32($2) &- zero)
            } finish: { sum, column in
                let factor = factors[factors.count == 1 ? 0 : column]
                return Int8(clamping: Int64(factor.apply(sum)) + Int64(output.zeroPoint))
            }
        case .int16: return try wide(product, node)
        default: throw node.unsupported(product.left)
        }
    }

    private static func floats(_ product: MatrixProduct, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        if let packed = try PackedProduct(product, FloatPanels(product), node) { return packed }
        return product.loop(node, Float.self, right: Float.self, Float.self, zero: 0) {
            $0 + $1 * $2
        } finish: { sum, _ in
            sum
        }
    }

    /// Prepares 16-bit values on the left, with 16 or 8 bits on the right.
    private static func wide(_ product: MatrixProduct, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let (left, output) = (try node.affine(product.left), try node.affine(product.output))
        let (factors, zero) = try factors(product, left, output, node)
        guard left.zeroPoint == 0, zero == 0, output.zeroPoint == 0 else {
            throw node.fail("int16 needs zero points of 0")
        }
        return try WideMatrices(product, factors: factors, node)
    }

    /// Returns one factor, or one for each column, and the zero point on the right.
    private static func factors(
        _ product: MatrixProduct, _ left: Affine, _ output: Affine, _ node: Preparation
    ) throws(ModelError) -> (factors: [FixedPointMultiplier], zeroPoint: Int32) {
        let (scales, zero) = try product.rightScales(node)
        try node.spendList(scales.count, of: FixedPointMultiplier.self)
        let factors = scales.map {
            FixedPointMultiplier(Double(left.scale * $0) / Double(output.scale))
        }
        return (factors, zero)
    }
}
