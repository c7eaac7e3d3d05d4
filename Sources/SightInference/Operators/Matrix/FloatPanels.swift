import CSightKernels

/// Products of binary32 matrices with the kernel of convolutions.
struct FloatPanels: MatrixPanels {
    nonisolated(unsafe) private let kernel: sight_f32_igemm_function  // a C function
    private let columns: Int
    private let depth: Int
    private let isTransposed: Bool
    let tileRows: Int
    private let stripes: ColumnStripes

    init(_ product: MatrixProduct) {
        let best = sight_f32_igemm_best(sight_current_tier()).pointee
        (kernel, tileRows) = (best.run, best.tile_rows)
        (columns, depth) = (product.columns, product.depth)
        isTransposed = product.isRightTransposed
        stripes = ColumnStripes(
            columns: columns, bytes: sight_f32_igemm_packed_bytes(1, depth, columns),
            tileRows: tileRows)
    }

    var byteCount: Int { sight_f32_igemm_packed_bytes(1, depth, columns) }
    var slack: Int { 0 }
    var cost: Int { 4 * depth }
    var leftFlip: UInt8 { 0 }

    func pack(_ first: Int, of matrix: UnsafeRawPointer, to packed: UnsafeMutableRawPointer) {
        sight_f32_igemm_pack_columns(
            depth, columns, matrix.assumingMemoryBound(to: Float.self), isTransposed, first,
            min(Int(sight_f32_igemm_width), columns - first), packed)
    }

    func multiply(
        _ block: sight_block, of left: UnsafeRawPointer, and packed: UnsafeRawPointer,
        to output: UnsafeMutableRawPointer
    ) {
        let size = MemoryLayout<Float>.stride
        var job = sight_f32_igemm_job(
            window: sight_window(
                input: left, offsets: nil, padding: nil, taps: 1, row_bytes: depth * size, line: 0),
            depth: depth, packed: packed, output: output, addend: nil, addend_columns: 0,
            output_stride: columns * size, addend_stride: 0,
            minimum: -.infinity, maximum: .infinity)
        stripes.forEach(of: block) { kernel(&job, $0) }
    }
}
