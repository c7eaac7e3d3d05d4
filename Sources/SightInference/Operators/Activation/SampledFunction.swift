import SightModelFile
import SightTensor

/// A real function of 16-bit arguments, interpolated linearly between 513 samples.
///
/// The arguments −32768 … 32767 cover a real range. Each sample is shifted by half the
/// interpolation error in the middle, so that the error has both signs.
/// - Source: TensorFlow Lite `LUTPopulateInt16` and `LUTLookup`: rounds to nearest, ties up.
struct SampledFunction: Sendable {
    private let samples: [Int32]

    /// Samples a function over a range; a result of 1 becomes the integer `unit`.
    init<Real: BinaryFloatingPoint>(
        over range: ClosedRange<Real>, unit: Real = 32768, _ function: (Real) -> Real
    ) {
        let step = (range.upperBound - range.lowerBound) / 512
        func sample(_ x: Real) -> Real { function(x) * unit }
        samples = (0...512).map { (index: Int) -> Int32 in
            let start = range.lowerBound + Real(index) * step
            let value: Real = sample(start).rounded(.toNearestOrAwayFromZero)
            guard index < 512 else { return Int32(min(max(value, -32768), 32767)) }
            let next: Real = sample(range.lowerBound + Real(index + 1) * step)
            let line: Real = ((next + value) / 2).rounded(.toNearestOrAwayFromZero)
            let middle: Real = sample(start + step / 2).rounded(.toNearestOrAwayFromZero)
            let bias: Real = ((line - middle) / 2).rounded(.toNearestOrAwayFromZero)
            return Int32(min(max(value - bias, -32768), 32767))
        }
    }

    func callAsFunction(_ value: Int16) -> Int32 {
        let index = 256 + Int(value >> 7)
        let slope = samples[index + 1] - samples[index]
        return samples[index] + ((slope * Int32(value & 0x7F) + 64) >> 7)
    }
}

extension Preparation {
    /// Maps quantized int16 with the samples of a real function; infinite results become the
    /// smallest or the largest real number of the output.
    ///
    /// - Throws: ``ModelError`` with codes `invalidNode` and `unsupported`.
    func sampled(real function: (Float) -> Float) throws(ModelError) -> any PreparedOperator {
        let (input, output) = (try input(0), try output(0))
        let (from, to) = (try affine(input), try affine(output))
        guard from.zeroPoint == 0, to.zeroPoint == 0 else {
            throw fail(
                .unsupported,
                "\"\(input.name)\" and \"\(output.name)\" have the zero points "
                    + "\(from.zeroPoint) and \(to.zeroPoint), int16 needs 0")
        }
        let (least, most) = (-32768 * to.scale, 32767 * to.scale)
        let samples = SampledFunction(
            over: (-32768 * from.scale)...(32767 * from.scale), unit: 65536 / (most - least)
        ) {
            let result = function($0)
            return result.isInfinite ? (result < 0 ? least : most) : result
        }
        return try elementwise(SampledElement(samples: samples))
    }
}

private struct SampledElement: UnaryFunction {
    let samples: SampledFunction
    func apply(_ x: Int16) -> Int16 { Int16(truncatingIfNeeded: samples(x)) }
}
