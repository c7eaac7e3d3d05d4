import CSightKernels
import Foundation
import SightModelFile
import SightTensor

/// Discrete Fourier transforms of sequences of one length; four sequences are transformed at once.
///
/// The kernel reads and writes working memory of the caller, as ``CSightKernels`` describes it in
/// `sight-fourier.h`: `[count + 1][2][4]` doubles.
struct FourierTransform: Sendable {
    /// The number of sequences that are transformed at once.
    static let lanes = Int(sight_fourier_lanes)

    /// The number of complex numbers in a sequence.
    let count: Int
    private let roots: AlignedStorage
    private let reversed: AlignedStorage
    nonisolated(unsafe) private let kernel = sight_fourier_best(sight_current_tier()).pointee

    /// Prepares transforms of `count` complex numbers, a power of two.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    init(count: Int, _ node: Preparation) throws(ModelError) {
        self.count = count
        roots = try node.packedStorage(byteCount: 4 * count * MemoryLayout<Double>.stride)
        reversed = try node.packedStorage(byteCount: count * MemoryLayout<UInt32>.stride)
        let roots = self.roots.start.assumingMemoryBound(to: SIMD2<Double>.self)
        for k in 0..<(2 * count) {
            let angle = -Double.pi * Double(k) / Double(count)
            roots[k] = [cos(angle), sin(angle)]
        }
        let reversed = self.reversed.start.assumingMemoryBound(to: UInt32.self)
        for k in 1..<max(1, count) {
            // The reversed bits of k / 2, one place lower, and the lowest bit of k as the highest.
            let highest = k % 2 == 1 ? UInt32(truncatingIfNeeded: count / 2) : 0
            reversed[k] = reversed[k / 2] / 2 + highest
        }
    }

    /// The bytes of the numbers of four sequences.
    var byteCount: Int { (count + 1) * 2 * Self.lanes * MemoryLayout<Double>.stride }

    /// Returns where the kernel expects a number before the transform.
    @inline(__always)
    func place(of number: Int) -> Int {
        Int(reversed.start.assumingMemoryBound(to: UInt32.self)[number])
    }

    /// Transforms four sequences in place; see ``place(of:)``.
    func run(_ numbers: UnsafeMutablePointer<Double>) {
        withPlan { kernel.transform($0, numbers) }
    }

    /// Transforms up to four rows of `2 × count` real numbers, of which the first `width` are
    /// given, to `count + 1` complex numbers each.
    func run(
        _ rows: UnsafePointer<Float>, stride: Int, count: Int, width: Int,
        to numbers: UnsafeMutablePointer<Double>
    ) {
        withPlan { kernel.transform_real($0, rows, stride, count, width, numbers) }
    }

    /// Writes the first `count` numbers of sequences as rows of complex floats.
    func store(
        _ numbers: UnsafePointer<Double>, count: Int, rows: Int,
        to output: UnsafeMutablePointer<Float>,
        stride: Int
    ) {
        kernel.store(numbers, count, rows, output, stride)
    }

    private func withPlan(_ body: (UnsafePointer<sight_fourier_plan>) -> Void) {
        var plan = sight_fourier_plan(
            count: count, roots: roots.start.assumingMemoryBound(to: Double.self),
            reversed: reversed.start.assumingMemoryBound(to: UInt32.self))
        body(&plan)
    }
}
