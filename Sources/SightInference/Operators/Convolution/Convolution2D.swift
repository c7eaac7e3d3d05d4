import SightModelFile
import SightTensor

/// CONV_2D: moves a filter over an image; each output channel depends on all channels of a group.
///
/// float32, uint8, int8 (also float32 with int8 weights) and int16 with int8 weights.
/// Input `[N, H, W, C]`, filter `[K, h, w, C / groups]`, bias `[K]`, output `[N, H', W', K]`.
/// - Source: TensorFlow Lite `conv`, reference kernels; integers agree to the bit.
enum Convolution2D: Operator {
    static let code = OperatorCode.builtin(.conv2D)
    static let versions = 1...8

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let options = try Convolution2DOptions(options)
        let activation = try FusedActivation(options.activation, node)
        let (input, filter) = (try node.input(0).shape, try node.input(1).shape)
        guard input.rank == 4, filter.rank == 4 else {
            throw node.fail("input \(input) and filter \(filter) must both have rank 4")
        }
        guard filter[3] > 0, input[3] > 0, input[3] % filter[3] == 0 else {
            throw node.fail(
                "filter \(filter) needs \(filter[3]) input channels, input is \(input)")
        }
        let groups = input[3] / filter[3]
        guard filter[0] > 0, filter[0] % groups == 0 else {
            throw node.fail("\(filter[0]) output channels do not divide into \(groups) groups")
        }
        let geometry = try ConvolutionGeometry(
            ofLayer: options, filter: filter, outputChannels: filter[0], node)
        if try WideLayer.fits(node) {
            let layer = try WideLayer(node, axis: 0, activation)
            let window = try WindowPlan(
                geometry.volume, depth: filter[3], elementSize: MemoryLayout<Int16>.stride, zero: 0,
                node)
            return layer.product(
                window, rows: geometry.pixelCount, columns: filter[0] / groups, groups: groups, node
            )
        }
        let layer = try LayerTensors(node) { $0[0] }
        if groups > 1, filter[3] == 1,
            let depthwise = try DepthwiseConvolution2D.prepare(
                groupsOf: layer, activation, geometry, node)
        {
            return depthwise
        }
        let product = ConvolutionProduct(
            layer: layer, activation: activation, geometry: geometry, channels: filter[0],
            groups: groups, isDepthwise: false)
        return try product.prepare(weights: layer.weights, node)
    }
}
