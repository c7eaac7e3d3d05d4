import CSightKernels

/// A function of floats that a row kernel applies to successive elements.
protocol RowFunction: UnaryFunction where Operand == Float, Result == Float {
    /// A kernel with the addresses of the input and the output, which may be equal.
    typealias Kernel =
        @convention(c) (
            _ values: UnsafePointer<Float>?, _ count: Int, _ output: UnsafeMutablePointer<Float>?
        ) -> Void

    /// Returns the kernel of the function.
    static func kernel(_ kernels: UnsafePointer<sight_row_kernels>) -> Kernel?
}

extension RowFunction {
    @inline(__always)
    func elements(
        _ source: UnsafeMutablePointer<Float>, _ target: UnsafeMutablePointer<Float>, _ count: Int
    ) {
        Self.kernel(sight_row_kernels_best(sight_current_tier()))?(source, count, target)
    }
}
