import SightModelFile
import SightTensor

/// SVDF of floats, whose weights may be bytes.
///
/// - Source: TensorFlow Lite `svdf`, `EvalFloatSVDF` and `EvalHybridSVDF`.
struct FloatSVDF: PreparedOperator {
    private let layer: SVDFLayer
    private let features: WeightMatrix
    private let times: WeightMatrix
    private let range: ClosedRange<Float>
    /// Scratch memory for the newest feature of each filter.
    private let newest: TensorSlot
    /// Scratch memory for the input.
    private let inputMemory: VectorMemory

    init(
        _ layer: SVDFLayer, range: ClosedRange<Float>, isAsymmetric: Bool, _ node: Preparation
    ) throws(ModelError) {
        for spec in [layer.state] + [layer.bias].compactMap(\.self)
        where spec.elementType != .float32 {
            throw node.unsupported(spec)
        }
        try node.expectSameType(layer.features, layer.times)
        (self.layer, self.range) = (layer, range)
        features = try WeightMatrix(layer.features, node)
        times = try WeightMatrix(layer.times, node)
        newest = try node.scratch(byteCount: layer.filters * MemoryLayout<Float>.stride)
        inputMemory = try VectorMemory(
            count: layer.input.shape[1], rows: layer.filters,
            isQuantized: layer.features.elementType == .int8, isAsymmetric: isAsymmetric, node)
    }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        let (filters, span, units) = (layer.filters, layer.span, layer.units)
        let (width, newest) = (layer.input.shape[1], memory.elements(newest, as: Float.self))
        let bias = layer.bias.map { memory.elements($0.slot, as: Float.self) }
        for batch in 0..<layer.batches {
            let input = inputMemory.vector(
                memory.elements(layer.input.slot, as: Float.self) + batch * width, count: width,
                memory)
            newest.update(repeating: 0, count: filters)
            features.multiply(input, addingTo: newest, memory)
            let window = memory.elements(layer.state.slot, as: Float.self) + batch * filters * span
            let target = memory.elements(layer.output.slot, as: Float.self) + batch * units
            for unit in 0..<units { target[unit] = bias?[unit] ?? 0 }
            for filter in 0..<filters {
                let line = window + filter * span
                for i in 1..<max(1, span) { line[i - 1] = line[i] }
                line[span - 1] = newest[filter]
                var sum: Float = 0
                for i in 0..<span { sum += times.value(filter * span + i, memory) * line[i] }
                target[filter / layer.rank] += sum
            }
            for unit in 0..<units {
                target[unit] = clamp(target[unit], range.lowerBound, range.upperBound)
            }
        }
    }
}
