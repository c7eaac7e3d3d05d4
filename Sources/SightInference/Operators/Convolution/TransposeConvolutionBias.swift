package import SightModelFile
import SightTensor

/// Convolution2DTransposeBias: MediaPipe's transposed convolution, which has no input for the
/// output's shape.
///
/// float32. Input `[N, H, W, I]`, filter `[O, h, w, I]`, bias `[O]`. The options are three int32:
/// padding (1 SAME, 2 VALID), the stride across and the stride down.
/// - Source: MediaPipe `Convolution2DTransposeBias`.
package enum TransposeConvolutionBias: Operator {
    package static let code = OperatorCode.custom("Convolution2DTransposeBias")
    package static let versions = 1...Int(Int32.max)

    /// The largest stride, filter extent and output extent.
    private static let limit = 1 << 14

    package static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let bytes = try node.customOptions()
        guard bytes.count >= 12 else {
            throw node.fail("its options are not a padding and two strides")
        }
        let (padding, x, y) = (int(bytes, 0), int(bytes, 1), int(bytes, 2))
        let limits = 1...limit
        guard padding == 1 || padding == 2, limits.contains(x), limits.contains(y) else {
            throw node.fail("its options are padding \(padding) and strides \(x)×\(y)")
        }
        let (input, filter, bias) = (try node.input(0), try node.input(1), try node.input(2))
        guard input.elementType == .float32 else { throw node.unsupported(input) }
        try node.expectSameType(input, filter, bias)
        let extents = input.shape.dimensions + filter.shape.dimensions
        guard extents.allSatisfy(limits.contains) else {
            throw node.fail(
                "input \(input.shape) and filter \(filter.shape) pass the limit \(limit)")
        }
        let spread = try SpreadFilter(isSame: padding == 1, stride: (y, x), node)
        guard spread.output.shape.dimensions.allSatisfy(limits.contains) else {
            throw node.fail("its output would be \(spread.output.shape)")
        }
        return try spread.prepareFloat(Epilogue.unbounded, node)
    }

    private static func int(_ bytes: UnsafeRawBufferPointer, _ position: Int) -> Int {
        Int(
            Int32(
                littleEndian: bytes.loadUnaligned(
                    fromByteOffset: position * MemoryLayout<Int32>.stride, as: Int32.self)))
    }
}
