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

    /// The limit of the number of offsets, so that a file cannot request any amount of memory.
    static let maximumOffsetCount = 1 << 27

    /// Creates a plan for rows that follow each other and have one run each.
    init(rowsOf depth: Int, elementSize: Int) {
        tapCount = 1
        self.depth = depth
        offsets = nil
        padding = AlignedStorage(byteCount: 0)
        rowBytes = depth * elementSize
    }

    /// Creates a plan with one run for each kernel cell: the channels of a pixel, or those of one
    /// group.
    ///
    /// `zero` is the value of the bytes of padding.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    init(
        _ geometry: ConvolutionGeometry, depth: Int, elementSize: Int, zero: UInt8,
        _ node: Preparation
    ) throws(ModelError) {
        if geometry.isPointwise, depth == geometry.channels {
            self.init(rowsOf: depth, elementSize: elementSize)
            return
        }
        let pixelBytes = geometry.channels * elementSize
        let rowBytes = geometry.width.input * pixelBytes
        let width = geometry.width
        let offsets = try Self.table(
            geometry, cells: width.kernel, rowBytes: rowBytes, node
        ) { x, cell in
            let column = width.position(x, cell)
            return (0..<width.input).contains(column) ? column * pixelBytes : -1
        }
        self.init(
            tapCount: geometry.tapCount, depth: depth, offsets: offsets,
            padding: try node.storage(byteCount: depth * elementSize), zero: zero)
    }

    /// Creates a plan with one run for each kernel row.
    ///
    /// The padding is part of the image rows, so the cells of a kernel row lie side by side.
    ///
    /// - Precondition: horizontal dilation is 1.
    init(
        rowsOf geometry: ConvolutionGeometry, rowBytes: Int, elementSize: Int, zero: UInt8,
        _ node: Preparation
    ) throws(ModelError) {
        let pixelBytes = geometry.channels * elementSize
        let offsets = try Self.table(geometry, cells: 1, rowBytes: rowBytes, node) { x, _ in
            x * geometry.width.stride * pixelBytes
        }
        let depth = geometry.width.kernel * geometry.channels
        self.init(
            tapCount: geometry.height.kernel, depth: depth, offsets: offsets,
            padding: try node.storage(byteCount: depth * elementSize), zero: zero)
    }

    /// Creates a plan with offsets `[pixels, taps]`, and one run of padding whose bytes become `zero`.
    init(
        tapCount: Int, depth: Int, offsets: AlignedStorage, padding: AlignedStorage, zero: UInt8
    ) {
        self.tapCount = tapCount
        self.depth = depth
        self.offsets = offsets
        self.padding = padding
        padding.bytes.initializeMemory(as: UInt8.self, repeating: zero)
        rowBytes = 0
    }

    /// Fills a table pixel by pixel and kernel row by kernel row.
    ///
    /// `cells` is the number of runs of a kernel row; `column` returns the offset in an image row
    /// of a run of an output column, −1 in padding.
    ///
    /// - Returns: `[pixels, kernel rows × cells]` int32.
    /// - Throws: ``ModelError`` with code `tooLarge`.
    private static func table(
        _ geometry: ConvolutionGeometry, cells: Int, rowBytes: Int, _ node: Preparation,
        column: (_ x: Int, _ cell: Int) -> Int
    ) throws(ModelError) -> AlignedStorage {
        let (height, width) = (geometry.height, geometry.width.output)
        let tapCount = height.kernel * cells
        // The list of columns has the same length for any number of images, also for none.
        let pixels = geometry.batches == 0 ? height.output * width : geometry.pixelCount
        let (most, overflow) = pixels.multipliedReportingOverflow(by: tapCount)
        guard !overflow, most <= maximumOffsetCount else {
            throw node.fail(
                .tooLarge,
                "\(pixels) output pixels of \(tapCount) filter cells pass the limit of "
                    + "\(maximumOffsetCount) in all")
        }
        let count = geometry.pixelCount * tapCount
        let (bytes, isHuge) = (geometry.batches * height.input)
            .multipliedReportingOverflow(by: rowBytes)
        guard !isHuge, bytes <= Int(Int32.max) else {
            throw node.fail(.tooLarge, "an input of \(bytes) bytes passes the limit of 2^31")
        }
        let columns = (0..<(width * cells)).map {
            Int32(truncatingIfNeeded: column($0 / cells, $0 % cells))
        }
        let storage = try node.storage(byteCount: count * MemoryLayout<Int32>.stride)
        var next = storage.start.bindMemory(to: Int32.self, capacity: count)
        let length = width * tapCount
        for batch in 0..<geometry.batches {
            var isAboveInside = false
            for y in 0..<height.output {
                let isInside = height.isInside(y)
                if isInside, isAboveInside {
                    let distance = Int32(truncatingIfNeeded: height.stride * rowBytes)
                    sight_window_repeat(next - length, length, distance, next)
                } else {
                    let rows = (0..<height.kernel).map { cell -> Int32 in
                        let row = height.position(y, cell)
                        guard (0..<height.input).contains(row) else { return -1 }
                        return Int32(truncatingIfNeeded: (batch * height.input + row) * rowBytes)
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
            padding: run ?? UnsafeRawPointer(padding.start), taps: tapCount, row_bytes: rowBytes)
    }
}
