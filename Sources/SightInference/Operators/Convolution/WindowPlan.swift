import CSightKernels
import SightModelFile
import SightTensor

/// The positions of the inputs of a convolution's output pixels, as a `sight_window` needs them;
/// made once for a shape.
struct WindowPlan: Sendable {
    /// The number of runs for each output pixel.
    let tapCount: Int
    /// The number of elements in a run.
    let depth: Int
    /// `[pixels, taps]` byte offsets as int32, negative for padding; `nil` if rows follow each
    /// other.
    private let offsets: AlignedStorage?
    /// One run of values that represent zero.
    private let padding: AlignedStorage
    /// The number of bytes from one row to the next; used if there are no offsets.
    private let rowBytes: Int
    /// The number of pixels of an output line if the runs of a line lie at equal distances,
    /// otherwise 0.
    private let line: Int

    /// The limit of the number of offsets, so that a file cannot request any amount of memory.
    private static let maximumOffsetCount = 1 << 27

    /// Creates a plan for rows that follow each other and have one run each.
    init(rowsOf depth: Int, elementSize: Int) {
        tapCount = 1
        self.depth = depth
        offsets = nil
        padding = AlignedStorage(byteCount: 0)
        rowBytes = depth * elementSize
        line = 0
    }

    /// Creates a plan with one run for each kernel cell: the channels of a pixel, or the `depth`
    /// channels of one group.
    ///
    /// `zero` is the value of the bytes of padding.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    init(
        _ volume: VolumeGeometry, depth: Int, elementSize: Int, zero: UInt8, _ node: Preparation
    ) throws(ModelError) {
        if volume.isPointwise, depth == volume.channels {
            self.init(rowsOf: depth, elementSize: elementSize)
            return
        }
        let width = volume.width
        let pixelBytes = volume.channels * elementSize
        let offsets = try Self.table(
            volume, cells: width.kernel, rowBytes: width.input * pixelBytes, node
        ) { x, cell in
            let column = width.position(x, cell)
            return (0..<width.input).contains(column) ? column * pixelBytes : -1
        }
        self.init(
            tapCount: volume.tapCount, depth: depth, offsets: offsets,
            padding: try node.storage(byteCount: depth * elementSize), zero: zero,
            line: width.kernel == 1 && width.padding == 0 ? width.output : 0)
    }

    /// Creates a plan with one run for each kernel row.
    ///
    /// The padding is part of the image rows, so the cells of a kernel row lie side by side. Rows
    /// are those of ``DilatedRows`` if the width has dilation.
    init(
        rowsOf volume: VolumeGeometry, rowBytes: Int, elementSize: Int, zero: UInt8,
        _ node: Preparation
    ) throws(ModelError) {
        let pixelBytes = volume.channels * elementSize
        let dilation = volume.width.dilation
        let offsets = try Self.table(volume, cells: 1, rowBytes: rowBytes, node) { x, _ in
            let (index, part) = (x * volume.width.stride).quotientAndRemainder(
                dividingBy: dilation)
            return part * (rowBytes / dilation) + index * pixelBytes
        }
        let depth = volume.width.kernel * volume.channels
        self.init(
            tapCount: volume.depth.kernel * volume.height.kernel, depth: depth, offsets: offsets,
            padding: try node.storage(byteCount: depth * elementSize), zero: zero,
            line: dilation == 1 ? volume.width.output : 0)
    }

    /// Creates a plan with offsets `[pixels, taps]`, and one run of padding whose bytes become
    /// `zero`.
    private init(
        tapCount: Int, depth: Int, offsets: AlignedStorage, padding: AlignedStorage, zero: UInt8,
        line: Int
    ) {
        self.tapCount = tapCount
        self.depth = depth
        self.offsets = offsets
        self.padding = padding
        padding.bytes.initializeMemory(as: UInt8.self, repeating: zero)
        rowBytes = 0
        self.line = line
    }

    /// Fills a table pixel by pixel, and kernel row by kernel row of all kernel planes.
    ///
    /// `cells` is the number of runs of a kernel row; `column` returns the offset in an image row
    /// of a run of an output column, −1 in padding.
    ///
    /// - Returns: `[pixels, kernel planes × kernel rows × cells]` int32.
    /// - Throws: ``ModelError`` with code `tooLarge`.
    private static func table(
        _ volume: VolumeGeometry, cells: Int, rowBytes: Int, _ node: Preparation,
        column: (_ x: Int, _ cell: Int) -> Int
    ) throws(ModelError) -> AlignedStorage {
        let (depth, height, width) = (volume.depth, volume.height, volume.width.output)
        let kernelRows = depth.kernel * height.kernel
        // The list of columns has the same length for any number of batches, also for none.
        let pixels =
            volume.batches == 0 ? depth.output * height.output * width : volume.pixelCount
        let (most, overflow) = pixels.multipliedReportingOverflow(by: kernelRows * cells)
        guard !overflow, most <= maximumOffsetCount else {
            throw node.fail(
                .tooLarge,
                "\(pixels) output pixels of \(kernelRows * cells) filter cells pass the limit of "
                    + "\(maximumOffsetCount) in all")
        }
        let (bytes, isHuge) = (volume.batches * depth.input * height.input)
            .multipliedReportingOverflow(by: rowBytes)
        guard !isHuge, bytes <= Int(Int32.max) else {
            throw node.fail(.tooLarge, "an input of \(bytes) bytes passes the limit of 2^31")
        }
        let columns = (0..<(width * cells)).map {
            Int32(truncatingIfNeeded: column($0 / cells, $0 % cells))
        }
        let count = volume.pixelCount * kernelRows * cells
        let storage = try node.storage(byteCount: count * MemoryLayout<Int32>.stride)
        var next = storage.start.bindMemory(to: Int32.self, capacity: count)
        let length = width * kernelRows * cells
        for plane in 0..<(volume.batches * depth.output) {
            let (batch, z) = plane.quotientAndRemainder(dividingBy: depth.output)
            var isAboveInside = false
            for y in 0..<height.output {
                let isInside = height.isInside(y)
                if isInside, isAboveInside {
                    let distance = Int32(truncatingIfNeeded: height.stride * rowBytes)
                    sight_window_repeat(next - length, length, distance, next)
                } else {
                    let rows = (0..<kernelRows).map { cell -> Int32 in
                        let row = volume.row(z: z, y: y, cell)
                        guard let row else { return -1 }
                        let first = batch * depth.input * height.input
                        return Int32(truncatingIfNeeded: (first + row) * rowBytes)
                    }
                    sight_window_fill(rows, rows.count, columns, width, cells, next)
                }
                isAboveInside = isInside
                next += length
            }
        }
        return storage
    }
    /// Returns the window over an input.
    ///
    /// - Precondition: the result is only used while this value exists.
    ///
    /// `padding` is a run of padding that is only known at run time.
    func window(over input: UnsafeRawPointer, padding run: UnsafeRawPointer? = nil) -> sight_window
    {
        sight_window(
            input: input,
            offsets: offsets.map { UnsafePointer($0.start.assumingMemoryBound(to: Int32.self)) },
            padding: run ?? UnsafeRawPointer(padding.start), taps: tapCount, row_bytes: rowBytes,
            line: line)
    }
}
