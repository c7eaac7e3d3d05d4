import SightModelFile
import SightTensor

/// One gate of an integer LSTM, with 16-bit sums that have 12 fraction bits.
struct IntegerGate: Sendable {
    private let input: IntegerMatrix
    private let recurrent: IntegerMatrix
    private let peephole: (weights: TensorSpec, factor: FixedPointMultiplier)?
    private let norm: IntegerNorm?
    private let cells: Int

    /// The parameters that the gates of a cell share.
    struct Builder {
        let node: Preparation
        let cells: Int
        let input: Affine
        let recurrent: Affine
        let cellScale: Float

        /// Creates a gate.
        ///
        /// - Throws: ``ModelError`` with codes `invalidNode` and `unsupported`.
        func gate(_ gate: LSTMCell.Gate, _ index: Int) throws(ModelError) -> IntegerGate {
            // Without normalization, the sums are the arguments of the activation.
            let scale = gate.norm == nil ? Float(0x1p-12) : try node.intermediate(index).scale
            let factor = { (weights: Float, values: Float) in
                FixedPointMultiplier(Double(weights * values / scale))
            }
            var peephole: (TensorSpec, FixedPointMultiplier)?
            if let spec = gate.peephole {
                guard spec.elementType == .int16 else { throw node.unsupported(spec) }
                peephole = (spec, factor(cellScale, try node.affine(spec).scale))
            }
            var norm: IntegerNorm?
            if let spec = gate.norm {
                norm = try IntegerNorm(spec, bias: gate.bias, cells: cells, node)
            }
            return IntegerGate(
                input: try IntegerMatrix(
                    gate.input, bias: gate.norm == nil ? gate.bias : nil,
                    factor: factor(try node.affine(gate.input).scale, input.scale), node),
                recurrent: try IntegerMatrix(
                    gate.recurrent, bias: nil,
                    factor: factor(try node.affine(gate.recurrent).scale, recurrent.scale), node),
                peephole: peephole, norm: norm, cells: cells)
        }
    }

    /// Computes the sums before the activation; `products` is memory for one integer for each cell.
    func evaluate(
        _ vector: ByteVector, _ kept: ByteVector, _ state: UnsafePointer<Int16>,
        into sums: UnsafeMutablePointer<Int16>, _ products: UnsafeMutablePointer<Int32>,
        _ memory: borrowing TensorMemory
    ) {
        input.forEachRow(vector, products, memory) { sums[$0] = Int16(clamping: $1) }
        recurrent.forEachRow(kept, products, memory) { row, value in
            sums[row] = Int16(clamping: value &+ Int32(sums[row]))
        }
        if let peephole {
            let weights = memory.elements(peephole.weights.slot, as: Int16.self)
            for i in 0..<cells {
                let product = peephole.factor.apply(Int32(weights[i]) &* Int32(state[i]))
                sums[i] = Int16(clamping: product &+ Int32(sums[i]))
            }
        }
        norm?.apply(sums, memory)
    }
}

/// Normalizes 16-bit sums to a mean of 0 and a deviation of 1, then multiplies them by weights.
///
/// - Source: TensorFlow Lite `PortableApplyLayerNorm`.
struct IntegerNorm: Sendable {
    private let weights: TensorSpec
    private let bias: TensorSpec?
    private let cells: Int
    private let factor: FixedPointMultiplier
    /// The variance that is used if all sums are equal.
    private let least: Int32

    init(_ weights: TensorSpec, bias: TensorSpec?, cells: Int, _ node: Preparation)
        throws(ModelError)
    {
        guard weights.elementType == .int16 else { throw node.unsupported(weights) }
        if let bias, bias.elementType != .int32 { throw node.unsupported(bias) }
        let scale = try node.affine(weights).scale
        let plain = FixedPointMultiplier(Double(scale))
        (self.weights, self.bias, self.cells) = (weights, bias, cells)
        factor = FixedPointMultiplier(
            multiplier: plain.multiplier, shift: min(plain.shift + 12, 30))
        least = max(1, Int32(saturating: 10000 * scale))
    }

    func apply(_ sums: UnsafeMutablePointer<Int16>, _ memory: borrowing TensorMemory) {
        let weights = memory.elements(weights.slot, as: Int16.self)
        let bias = bias.map { memory.elements($0.slot, as: Int32.self) }
        var (sum, squares) = (Int64(0), Int64(0))
        for i in 0..<cells {
            sum += Int64(sums[i])
            squares += Int64(sums[i]) * Int64(sums[i])
        }
        let mean = sum * 1024 / Int64(cells)
        let variance = (squares &* ((1 << 20) / Int64(cells)) &- mean * mean) / (1 << 20)
        let inverse = FixedPointMultiplier(
            inverseRootOf: variance < 1 ? least : Int32(truncatingIfNeeded: variance))
        for i in 0..<cells {
            let centered = Int32(truncatingIfNeeded: 1024 * Int64(sums[i]) - mean)
            let weighed =
                Int64(inverse.apply(centered)) * Int64(weights[i]) + Int64(bias?[i] ?? 0)
            let rounded = (weighed > 0 ? weighed + 512 : weighed - 512) / 1024
            sums[i] = Int16(clamping: factor.apply(Int32(truncatingIfNeeded: rounded)))
        }
    }
}
