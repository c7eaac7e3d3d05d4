import SightModelFile
import SightTensor

/// SVDF of bytes with a 16-bit state and 16-bit time weights.
///
/// - Source: TensorFlow Lite `svdf`, `EvalIntegerSVDF`.
struct IntegerSVDF: PreparedOperator {
    private let layer: SVDFLayer
    private let input: Affine
    private let output: Affine
    /// The factors from the sums of features to the state, and from those over time to the output.
    private let factors: (features: FixedPointMultiplier, times: FixedPointMultiplier)
    /// Scratch memory for the input's elements minus their zero point.
    private let centered: TensorSlot
    /// Scratch memory for the newest sum of each filter.
    private let newest: TensorSlot

    init(_ layer: SVDFLayer, _ node: Preparation) throws(ModelError) {
        let types: [(TensorSpec?, ElementType)] = [
            (layer.features, .int8), (layer.times, .int16), (layer.state, .int16),
            (layer.bias, .int32),
        ]
        for case let (spec?, type) in types where spec.elementType != type {
            throw node.unsupported(spec)
        }
        self.layer = layer
        (input, output) = (try node.affine(layer.input), try node.affine(layer.output))
        let (features, times) = (try node.affine(layer.features), try node.affine(layer.times))
        let state = try node.affine(layer.state)
        guard features.zeroPoint == 0, times.zeroPoint == 0, state.zeroPoint == 0 else {
            throw node.fail("weights and state need zero points of 0")
        }
        factors = (
            FixedPointMultiplier(
                Double(input.scale) * Double(features.scale) / Double(state.scale)),
            FixedPointMultiplier(Double(state.scale) * Double(times.scale) / Double(output.scale))
        )
        centered = try node.scratch(
            byteCount: ByteVector.centeredByteCount(layer.input.shape[1]))
        newest = try node.scratch(byteCount: layer.filters * MemoryLayout<Int32>.stride)
    }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        let (filters, span, rank) = (layer.filters, layer.span, layer.rank)
        let width = layer.input.shape[1]
        let times = memory.elements(layer.times.slot, as: Int16.self)
        let bias = layer.bias.map { memory.elements($0.slot, as: Int32.self) }
        let newest = memory.elements(newest, as: Int32.self)
        for batch in 0..<layer.batches {
            let source = ByteVector(
                memory.elements(layer.input.slot, as: Int8.self) + batch * width, count: width,
                zeroPoint: input.zeroPoint, centered: memory.elements(centered))
            source.multiply(
                memory.elements(layer.features.slot, as: Int8.self), rows: filters, into: newest)
            let window = memory.elements(layer.state.slot, as: Int16.self) + batch * filters * span
            for unit in 0..<layer.units {
                var total = bias?[unit] ?? 0
                for filter in (unit * rank)..<((unit + 1) * rank) {
                    let line = window + filter * span
                    for i in 1..<max(1, span) { line[i - 1] = line[i] }
                    line[span - 1] = Int16(clamping: factors.features.apply(newest[filter]))
                    for i in 0..<span {
                        total &+= Int32(times[filter * span + i]) &* Int32(line[i])
                    }
                }
                let place = batch * layer.units + unit
                memory.elements(layer.output.slot, as: Int8.self)[place] = Int8(
                    clamping: factors.times.apply(total) &+ output.zeroPoint)
            }
        }
    }
}
