import CSightKernels
import SightTensor

/// One walk over the rows of a destination; see ``ImageBuffer/encode(_:through:into:kernels:)``.
struct FusedPass {
    private let source: sight_pixel_source
    private let plan: SamplingPlan
    private let channels: Int
    private let elementSize: Int
    private let padding: SIMD3<Float>
    private var constants = sight_pixel_encoding()
    // Imported as optionals; the C tables have no gaps.
    private let sample: sight_pixel_sample?
    private let encode: sight_pixel_encode?

    /// Chooses the kernels for a source and an encoding.
    init(
        source: sight_pixel_source, plan: SamplingPlan, encoding: InputEncoding,
        kernels: sight_pixel_kernels
    ) {
        self.source = source
        self.plan = plan
        channels = encoding.channels
        padding = encoding.padding
        constants.scale = (encoding.scale.x, encoding.scale.y, encoding.scale.z)
        constants.offset = (encoding.offset.x, encoding.offset.y, encoding.offset.z)
        sample = source.chroma == nil ? kernels.sample_packed : kernels.sample_nv12
        let isGrey = encoding.channels == 1
        switch encoding.elementType {
        case .uint8:
            (encode, elementSize) = (isGrey ? kernels.encode_u8.0 : kernels.encode_u8.1, 1)
        case .int8:
            (encode, elementSize) = (isGrey ? kernels.encode_s8.0 : kernels.encode_s8.1, 1)
        default:
            (encode, elementSize) = (isGrey ? kernels.encode_f32.0 : kernels.encode_f32.1, 4)
        }
    }

    /// Fills the destination, which has room for all rows.
    func run(into start: UnsafeMutableRawPointer) {
        let columns = plan.columnTaps
        let shown = plan.columns.count
        let pixelBytes = channels * elementSize
        let rowBytes = plan.width * pixelBytes
        let blank = paddingRow()
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 3 * max(shown, 1)) { rgb in
            guard let scratch = rgb.baseAddress else { return }
            withColumns(columns) { columns in
                for y in 0..<plan.height {
                    let output = start + y * rowBytes
                    guard plan.rows.contains(y), shown > 0 else {
                        output.copyMemory(from: blank, byteCount: rowBytes)
                        continue
                    }
                    var row = self.row(y - plan.rows.lowerBound)
                    withUnsafePointers { source, constants in
                        sample?(source, columns, &row, scratch)
                        encode?(
                            scratch, Int32(truncatingIfNeeded: shown), constants,
                            output + plan.columns.lowerBound * pixelBytes)
                    }
                    if shown < plan.width {
                        let left = plan.columns.lowerBound * pixelBytes
                        let right = plan.columns.upperBound * pixelBytes
                        output.copyMemory(from: blank, byteCount: left)
                        (output + right).copyMemory(from: blank, byteCount: rowBytes - right)
                    }
                }
            }
        }
    }

    private func withUnsafePointers(
        _ body: (UnsafePointer<sight_pixel_source>, UnsafePointer<sight_pixel_encoding>) -> Void
    ) {
        withUnsafePointer(to: source) { source in
            withUnsafePointer(to: constants) { body(source, $0) }
        }
    }

    private func withColumns(
        _ taps: AxisTaps, _ body: (UnsafePointer<sight_pixel_columns>) -> Void
    ) {
        taps.near.withUnsafeBufferPointer { near in
            taps.far.withUnsafeBufferPointer { far in
                taps.chromaNear.withUnsafeBufferPointer { chromaNear in
                    taps.chromaFar.withUnsafeBufferPointer { chromaFar in
                        taps.weight.withUnsafeBufferPointer { weight in
                            var columns = sight_pixel_columns()
                            columns.near = near.baseAddress
                            columns.far = far.baseAddress
                            columns.chroma_near = chromaNear.baseAddress
                            columns.chroma_far = chromaFar.baseAddress
                            columns.weight = weight.baseAddress
                            columns.count = Int32(truncatingIfNeeded: near.count)
                            body(&columns)
                        }
                    }
                }
            }
        }
    }

    private func row(_ index: Int) -> sight_pixel_row {
        let taps = plan.rowTaps
        return sight_pixel_row(
            near: taps.near[index], far: taps.far[index], chroma_near: taps.chromaNear[index],
            chroma_far: taps.chromaFar[index], weight: taps.weight[index])
    }

    /// A destination row of encoded padding.
    private func paddingRow() -> [UInt8] {
        let width = plan.width
        let planar = (0..<3).flatMap { [Float](repeating: padding[$0], count: width) }
        var row = [UInt8](repeating: 0, count: width * channels * elementSize)
        row.withUnsafeMutableBytes { row in
            withUnsafePointers { _, constants in
                encode?(planar, Int32(truncatingIfNeeded: width), constants, row.baseAddress)
            }
        }
        return row
    }
}
