import CSightKernels
import SightModelFile
import SightTensor

/// FULLY_CONNECTED: every output is a weighted sum of all elements of an input row.
///
/// Input of any shape, read as rows `[M, K]`, filter `[N, K]`, bias `[N]`, output `[M, N]`, or the
/// input's shape with N for its last extent when `keep_num_dims` is set. A computed filter without
/// a bias is multiplied as in BATCH_MATMUL; it may be int16.
/// - Source: TensorFlow Lite `fully_connected`, reference kernels; integers agree to the bit.
enum FullyConnected: Operator {
    static let code = OperatorCode.builtin(.fullyConnected)
    static let versions = 1...14

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let options = try FullyConnectedOptions(options)
        let activation = try FusedActivation(options.activation, node)
        guard options.hasPlainWeights else {
            throw node.fail(.unsupported, "shuffled weights are not supported")
        }
        let (input, filter) = (try node.input(0).shape, try node.input(1).shape)
        guard filter.rank == 2, filter[0] > 0, filter[1] > 0,
            input.elementCount % filter[1] == 0
        else {
            throw node.fail("filter \(filter) must be [N,K] with K dividing input \(input)")
        }
        let (columns, depth) = (filter[0], filter[1])
        let rows = input.elementCount / depth
        var extents = [rows, columns]
        if options.keepsRank {
            guard input.rank > 0, input[-1] == depth else {
                throw node.fail(
                    "filter \(filter) needs \(depth) for the last extent, input is \(input)")
            }
            extents = input.dimensions.dropLast() + [columns]
        }
        guard let shape = Shape(extents) else {
            throw node.fail("the output \(extents) overflows")
        }
        try node.setOutput(0, shape: shape)
        if activation.range == Epilogue.unbounded, try isProduct(node) {
            return try BatchMatMul.multiply(MatrixProduct(layer: node, rows: rows), node)
        }
        if try WideLayer.fits(node) {
            return try WideLayer(node, axis: 0, activation, isShort: true).product(
                WindowPlan(rowsOf: depth, elementSize: MemoryLayout<Int16>.stride), rows: rows,
                columns: columns, groups: 1, node)
        }
        let keepsBlocks = FourBitProduct.suitsBlocks(input: try node.input(0), try node.input(1))
        return try product(
            try LayerTensors(node, keepsBlocks: keepsBlocks) { $0[0] }, activation, rows: rows,
            columns: columns,
            depth: depth,
            isAsymmetric: options.isAsymmetric, node)
    }

    /// Whether the filter is computed, and the node multiplies matrices without a bias.
    ///
    /// Converters write products of attention with one head in this way. The weights of any other
    /// layer are packed before the run.
    private static func isProduct(_ node: Preparation) throws(ModelError) -> Bool {
        let (filter, bias) = (try node.input(1), try node.optionalInput(2))
        let types = [try node.input(0), filter, try node.output(0)].map(\.elementType)
        return filter.constant == nil && bias == nil
            && [.float32, .int8, .int16].contains(types[0])
            && types.allSatisfy { $0 == types[0] }
    }

    private static func product(
        _ layer: LayerTensors, _ activation: FusedActivation, rows: Int, columns: Int, depth: Int,
        isAsymmetric: Bool, _ node: Preparation
    ) throws(ModelError) -> any PreparedOperator {
        guard !layer.weights.bytes.isEmpty else { throw node.fail("filter is empty") }
        switch layer.arithmetic {
        case .integer:
            let requantization = try LayerRequantization(
                layer, channels: columns, axis: 0, activation: activation,
                roundsProduct: layer.input.elementType == .uint8, roundsOnce: true, node)
            if IntegerRow.suits(rows: rows, weights: layer.weights) {
                return try IntegerRow(
                    layer, requantization, weights: layer.weights, depth: depth, columns: columns)
            }
            return try IntegerProduct(
                layer, requantization,
                window: WindowPlan(rowsOf: depth, elementSize: 1), weights: layer.weights,
                rows: rows,
                channels: columns, groups: 1, input: layer.input.slot, threads: node.threadCount)
        case .float:
            return try FloatProduct(
                layer, node.epilogue(after: activation.range, adds: true),
                window: WindowPlan(rowsOf: depth, elementSize: MemoryLayout<Float>.stride),
                weights: layer.weights, rows: rows,
                channels: columns, groups: 1, input: layer.input.slot, threads: node.threadCount)
        case .hybrid:
            if FourBitProduct.suits(try node.input(1), rows: rows) {
                return try FourBitProduct(
                    layer, activation, rows: rows, isAsymmetric: isAsymmetric, node)
            }
            let (scales, _) = try filterScales(layer.filter, columns, 0, node)
            let input = try HybridQuantization.add(
                layer.input, batchCount: rows, isAsymmetric: isAsymmetric,
                isFlipped: sight_current_tier().readsUnsignedBytes, node)
            let scaling = HybridScaling(
                layer, activation, scales: scales, channels: columns,
                weightSums: HybridSums.weightSums(layer.weights, channels: columns))
            return try HybridSums(
                layer, scaling, input: input, bytes: input.quantized, padding: nil,
                window: WindowPlan(rowsOf: depth, elementSize: 1),
                weights: layer.weights, rows: rows, groups: 1, threads: node.threadCount)
        }
    }
}
