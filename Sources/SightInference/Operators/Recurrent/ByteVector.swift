import CSightKernels

/// A vector of int8 as the kernels of ``IntegerRow`` read it; valid as long as its memory.
struct ByteVector {
    private let values: UnsafePointer<Int8>
    private let count: Int
    private let zeroPoint: Int32
    private let centered: UnsafePointer<Int16>
    private let sum: Int32

    /// Returns the size of the memory for the elements minus their zero point.
    static func centeredByteCount(_ count: Int) -> Int {
        let step = Int(sight_q8_row_step)
        return (count + step - 1) / step * step * MemoryLayout<Int16>.stride
    }

    /// Creates a vector; `centered` is memory of ``centeredByteCount(_:)`` bytes.
    init(
        _ values: UnsafePointer<Int8>, count: Int, zeroPoint: Int32,
        centered: UnsafeMutablePointer<Int16>
    ) {
        (self.values, self.count, self.zeroPoint) = (values, count, zeroPoint)
        self.centered = UnsafePointer(centered)
        sum = sight_q8_row_center(values, count, zeroPoint, true, centered)
    }

    /// Computes the products with a matrix `[rows, count]`, whose zero point is 0.
    ///
    /// - Precondition: `ConstantBytes` or a tensor has the weights, so that a kernel may read a few
    ///   bytes past their end.
    func multiply(
        _ weights: UnsafePointer<Int8>, rows: Int, into sums: UnsafeMutablePointer<Int32>
    ) {
        var job = sight_q8_row_job(
            input: values, values: centered, value_sum: sum, depth: count, weights: weights,
            input_zero_point: zeroPoint, weight_zero_point: 0, is_signed: true)
        sight_q8_row_best(sight_current_tier()).pointee.run?(&job, 0, rows, sums)
    }
}
