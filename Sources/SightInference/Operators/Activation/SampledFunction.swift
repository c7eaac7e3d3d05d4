/// A real function of 16-bit arguments, interpolated linearly between 513 samples.
///
/// The arguments −32768 … 32767 cover a real range; results are scaled by 2¹⁵. Each sample is
/// shifted by half the interpolation error in the middle, so that the error has both signs.
/// - Source: TensorFlow Lite `LUTPopulateInt16` and `LUTLookup`: rounds to nearest, ties up.
struct SampledFunction: Sendable {
    private let samples: [Int32]

    init(over range: ClosedRange<Float>, _ function: (Float) -> Float) {
        let step = (range.upperBound - range.lowerBound) / 512
        func sample(_ x: Float) -> Float { function(x) * 32768 }
        samples = (0...512).map { (index: Int) -> Int32 in
            let start = range.lowerBound + Float(index) * step
            let value: Float = sample(start).rounded(.toNearestOrAwayFromZero)
            guard index < 512 else { return Int32(min(max(value, -32768), 32767)) }
            let next: Float = sample(range.lowerBound + Float(index + 1) * step)
            let line: Float = ((next + value) / 2).rounded(.toNearestOrAwayFromZero)
            let middle: Float = sample(start + step / 2).rounded(.toNearestOrAwayFromZero)
            let bias: Float = ((line - middle) / 2).rounded(.toNearestOrAwayFromZero)
            return Int32(min(max(value - bias, -32768), 32767))
        }
    }

    func callAsFunction(_ value: Int16) -> Int32 {
        let index = 256 + Int(value >> 7)
        let slope = samples[index + 1] - samples[index]
        return samples[index] + ((slope * Int32(value & 0x7F) + 64) >> 7)
    }
}
