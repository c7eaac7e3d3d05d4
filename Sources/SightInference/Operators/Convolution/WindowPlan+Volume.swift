import CSightKernels
import SightModelFile
import SightTensor

extension WindowPlan {
    /// Creates a plan for a volume, with one run for each kernel cell: the channels of a pixel.
    ///
    /// `zero` is the value of the bytes of padding.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    init(_ volume: VolumeGeometry, elementSize: Int, zero: UInt8, _ node: Preparation)
        throws(ModelError)
    {
        let depth = volume.channels
        if volume.isPointwise {
            self.init(rowsOf: depth, elementSize: elementSize)
            return
        }
        let width = volume.width
        let pixelBytes = depth * elementSize
        let offsets = try Self.table(
            volume, cells: width.kernel, rowBytes: width.input * pixelBytes, node
        ) { x, cell in
            let column = width.position(x, cell)
            return (0..<width.input).contains(column) ? column * pixelBytes : -1
        }
        self.init(
            tapCount: volume.tapCount, depth: depth, offsets: offsets,
            padding: try node.storage(byteCount: pixelBytes), zero: zero)
    }

    /// Creates a plan for a volume, with one run for each kernel row.
    ///
    /// The padding is part of the rows, so the cells of a kernel row lie side by side.
    ///
    /// - Precondition: horizontal dilation is 1.
    init(
        rowsOf volume: VolumeGeometry, rowBytes: Int, elementSize: Int, zero: UInt8,
        _ node: Preparation
    ) throws(ModelError) {
        let step = volume.width.stride * volume.channels * elementSize
        let offsets = try Self.table(volume, cells: 1, rowBytes: rowBytes, node) { x, _ in
            x * step
        }
        let depth = volume.width.kernel * volume.channels
        self.init(
            tapCount: volume.depth.kernel * volume.height.kernel, depth: depth, offsets: offsets,
            padding: try node.storage(byteCount: depth * elementSize), zero: zero)
    }

    /// Fills a table pixel by pixel, and kernel row by kernel row of all kernel planes.
    ///
    /// `cells` is the number of runs of a kernel row; `column` returns the offset in an image row
    /// of a run of an output column, −1 in padding.
    ///
    /// - Precondition: the volume has a batch.
    /// - Returns: `[pixels, kernel planes × kernel rows × cells]` int32.
    /// - Throws: ``ModelError`` with code `tooLarge`.
    private static func table(
        _ volume: VolumeGeometry, cells: Int, rowBytes: Int, _ node: Preparation,
        column: (_ x: Int, _ cell: Int) -> Int
    ) throws(ModelError) -> AlignedStorage {
        let (depth, height, width) = (volume.depth, volume.height, volume.width.output)
        let kernelRows = depth.kernel * height.kernel
        let pixels = volume.pixelCount
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
        let storage = try node.storage(byteCount: most * MemoryLayout<Int32>.stride)
        var next = storage.start.bindMemory(to: Int32.self, capacity: most)
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
}

extension VolumeGeometry {
    /// Returns the row of a volume that a kernel row reads for an output row; `nil` in padding.
    fileprivate func row(z: Int, y: Int, _ kernelRow: Int) -> Int? {
        let (cellZ, cellY) = kernelRow.quotientAndRemainder(dividingBy: height.kernel)
        let (plane, row) = (depth.position(z, cellZ), height.position(y, cellY))
        guard (0..<depth.input).contains(plane), (0..<height.input).contains(row) else {
            return nil
        }
        return plane * height.input + row
    }
}
