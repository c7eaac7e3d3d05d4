import CSightKernels
import SightTensor

/// One pass over the rows of a destination; see ``ImageBuffer/encode(_:through:into:kernels:)``.
struct FusedPass {
    private let source: sight_pixel_source
    private let plan: SamplingPlan
    private let channels: Int
    private let elementSize: Int
    private let padding: SIMD3<Float>
    /// Whether the input has the channel order blue, green, red; `constants` has the same order.
    private let isReversed: Bool
    private var constants = sight_pixel_encoding()
    // C imports the kernels as optionals; every entry of the tables is set.
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
        isReversed = encoding.channelOrder == .bgr && encoding.channels == 3
        let order: SIMD3<Int> = isReversed ? [2, 1, 0] : [0, 1, 2]
        let (scale, offset) = (encoding.scale, encoding.offset)
        padding = SIMD3(encoding.padding[order.x], encoding.padding[1], encoding.padding[order.z])
        constants.scale = (scale[order.x], scale.y, scale[order.z])
        constants.offset = (offset[order.x], offset.y, offset[order.z])
        if source.chroma == nil {
            sample = kernels.sample_packed
        } else {
            sample = source.cr == nil ? kernels.sample_nv12 : kernels.sample_i420
        }
        let isGray = encoding.channels == 1
        switch encoding.elementType {
        case .uint8:
            (encode, elementSize) = (isGray ? kernels.encode_u8.0 : kernels.encode_u8.1, 1)
        case .int8:
            (encode, elementSize) = (isGray ? kernels.encode_s8.0 : kernels.encode_s8.1, 1)
        default:
            (encode, elementSize) = (isGray ? kernels.encode_f32.0 : kernels.encode_f32.1, 4)
        }
    }

    /// Fills the destination, which has room for all rows.
    func run(into start: UnsafeMutableRawPointer) {
        let rowBytes = plan.width * channels * elementSize
        let blank = paddingRow()
        withColumns { columns in
            withRow { row in
                for y in 0..<plan.height {
                    let output = start + y * rowBytes
                    if plan.columns.count < plan.width || !plan.rows.contains(y) {
                        output.copyMemory(from: blank, byteCount: rowBytes)
                    }
                    if plan.rows.contains(y), !plan.columns.isEmpty {
                        write(row: y - plan.rows.lowerBound, columns, through: row, to: output)
                    }
                }
            }
        }
    }

    /// Samples and encodes one row; `index` counts from the first row that shows the image.
    private func write(
        row index: Int, _ columns: UnsafePointer<sight_pixel_columns>, through row: SampledRow,
        to output: UnsafeMutableRawPointer
    ) {
        let first = plan.columns.lowerBound * channels * elementSize
        withUnsafePointers { source, constants in
            for down in 0..<plan.samples.down {
                let at = down * plan.rows.count + index
                var taps = sight_pixel_row(
                    near: plan.rowTaps.near[at], far: plan.rowTaps.far[at],
                    chroma_near: plan.rowTaps.chromaNear[at],
                    chroma_far: plan.rowTaps.chromaFar[at], weight: plan.rowTaps.weight[at])
                sample?(source, columns, &taps, row.samples)
                row.add(isFirst: down == 0)
            }
            row.divide(by: plan.samples.down)
            if isReversed { row.swapRedAndBlue() }
            encode?(row.means, Int32(truncatingIfNeeded: row.count), constants, output + first)
        }
    }

    private func withRow(_ body: (SampledRow) -> Void) {
        let (count, across) = (plan.columns.count, plan.samples.across)
        let isSampledOnce = across * plan.samples.down == 1
        let capacity = 3 * max(count, 1) * (across + 1)
        withUnsafeTemporaryAllocation(of: Float.self, capacity: capacity) { row in
            guard let start = row.baseAddress else { return }
            body(
                SampledRow(
                    means: start, samples: isSampledOnce ? start : start + 3 * count,
                    count: count, across: across))
        }
    }

    private func withUnsafePointers(
        _ body: (UnsafePointer<sight_pixel_source>, UnsafePointer<sight_pixel_encoding>) -> Void
    ) {
        withUnsafePointer(to: source) { source in
            withUnsafePointer(to: constants) { body(source, $0) }
        }
    }

    private func withColumns(_ body: (UnsafePointer<sight_pixel_columns>) -> Void) {
        let taps = plan.columnTaps
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

    /// Returns a destination row of encoded padding.
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
