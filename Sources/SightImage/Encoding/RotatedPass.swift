import CSightKernels

/// One pass over the rows of an RGB image that shows a turned region of another one.
///
/// The kernels mix two pixels of one stored row, because they know only one row for all columns of
/// the destination. The pass lets them sample the upper and the lower rows, and mixes both.
struct RotatedPass {
    private let source: sight_pixel_source
    private let taps: RotatedTaps
    private let size: (width: Int, height: Int)
    // C imports the kernels as optionals; every entry of the tables is set.
    private let sample: sight_pixel_sample?
    private let encode: sight_pixel_encode?

    /// Chooses the kernels for a source.
    init(
        source: sight_pixel_source, taps: RotatedTaps, size: (width: Int, height: Int),
        kernels: sight_pixel_kernels = PixelKernels.current.table
    ) {
        self.source = source
        self.taps = taps
        self.size = size
        if source.chroma == nil {
            sample = kernels.sample_packed
        } else {
            sample = source.cr == nil ? kernels.sample_nv12 : kernels.sample_i420
        }
        encode = kernels.encode_u8.1
    }

    /// Fills the destination, which has room for all rows.
    func run(into bytes: inout [UInt8]) {
        let (width, rowBytes) = (size.width, 3 * size.width)
        // Both buffers hold [3, columns], planar.
        var upper = [Float](repeating: 0, count: rowBytes)
        var lower = upper
        for y in 0..<size.height {
            let (columns, rows) = taps.row(y, count: width)
            read(columns, rows.near, rows.chromaNear, into: &upper)
            read(columns, rows.far, rows.chromaFar, into: &lower)
            for channel in 0..<3 {
                for x in 0..<width {
                    let at = channel * width + x
                    upper[at] += (lower[at] - upper[at]) * rows.weight[x]
                }
            }
            bytes.withUnsafeMutableBytes { bytes in
                write(upper, to: bytes.baseAddress.map { $0 + y * rowBytes })
            }
        }
    }

    /// Mixes the columns of one row of the destination; each column has a stored row of its own.
    private func read(
        _ taps: AxisTaps, _ rows: [Int32], _ chromaRows: [Int32], into rgb: inout [Float]
    ) {
        // All rows are in the offsets of the columns.
        var none = sight_pixel_row()
        let near = zip(taps.near, rows).map { $0 + $1 }
        let far = zip(taps.far, rows).map { $0 + $1 }
        let chromaNear = zip(taps.chromaNear, chromaRows).map { $0 + $1 }
        let chromaFar = zip(taps.chromaFar, chromaRows).map { $0 + $1 }
        var columns = sight_pixel_columns()
        columns.count = Int32(truncatingIfNeeded: near.count)
        near.withUnsafeBufferPointer { near in
            far.withUnsafeBufferPointer { far in
                chromaNear.withUnsafeBufferPointer { chromaNear in
                    chromaFar.withUnsafeBufferPointer { chromaFar in
                        taps.weight.withUnsafeBufferPointer { weight in
                            columns.near = near.baseAddress
                            columns.far = far.baseAddress
                            columns.chroma_near = chromaNear.baseAddress
                            columns.chroma_far = chromaFar.baseAddress
                            columns.weight = weight.baseAddress
                            withUnsafePointer(to: source) { sample?($0, &columns, &none, &rgb) }
                        }
                    }
                }
            }
        }
    }

    /// Rounds a planar row to bytes of red, green and blue.
    private func write(_ rgb: [Float], to output: UnsafeMutableRawPointer?) {
        var constants = sight_pixel_encoding()
        constants.scale = (1, 1, 1)
        encode?(rgb, Int32(truncatingIfNeeded: size.width), &constants, output)
    }
}
