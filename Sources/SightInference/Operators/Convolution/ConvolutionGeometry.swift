import SightModelFile
import SightTensor

/// The positions of a filter's cells on an image: checked extents, steps and padding.
///
/// - Source: TensorFlow Lite `ComputePaddingHeightWidth`: SAME centers, the odd cell goes to the
///   bottom and right.
struct ConvolutionGeometry: Sendable, Equatable {
    /// One axis of the image.
    struct Axis: Sendable, Equatable {
        let input: Int
        let kernel: Int
        let stride: Int
        let dilation: Int
        let output: Int
        /// The number of cells of padding before the first element.
        let padding: Int

        /// The axis of one element, for shapes with fewer axes.
        static let single = Axis(
            input: 1, kernel: 1, stride: 1, dilation: 1, output: 1, padding: 0)

        /// The distance from the first element that a kernel reads to the last, including padding.
        var reach: Int { (output - 1) * stride + (kernel - 1) * dilation + 1 }

        /// Whether the kernel reads outside of the input.
        var hasPadding: Bool { padding > 0 || reach > input }

        /// Whether every output element reads exactly the input element of the same index.
        var isPointwise: Bool { kernel == 1 && stride == 1 && padding == 0 && input == output }

        /// Returns the input index that a kernel cell reads for an output index; it may be outside.
        func position(_ output: Int, _ cell: Int) -> Int {
            output * stride - padding + cell * dilation
        }

        /// Whether all cells of the kernel read the input, and no padding, for an output index.
        func isInside(_ output: Int) -> Bool {
            position(output, 0) >= 0 && position(output, kernel - 1) < input
        }

        /// Returns the axis for an image of `input` elements with `before` elements of padding.
        fileprivate func inside(_ input: Int, before: Int) -> Axis {
            Axis(
                input: input, kernel: kernel, stride: stride, dilation: dilation, output: output,
                padding: before)
        }
    }

    let batches: Int
    private(set) var height: Axis
    private(set) var width: Axis
    /// The number of input channels.
    private(set) var channels: Int

    /// The number of output pixels of all batches.
    var pixelCount: Int { batches * height.output * width.output }
    /// The number of cells of the kernel.
    var tapCount: Int { height.kernel * width.kernel }
    /// The image as a volume of depth 1.
    var volume: VolumeGeometry {
        VolumeGeometry(
            batches: batches, depth: .single, height: height, width: width, channels: channels)
    }
    /// Whether the kernel reads outside of the image.
    var hasPadding: Bool { height.hasPadding || width.hasPadding }
    /// Whether every output pixel reads exactly the input pixel of the same index.
    var isPointwise: Bool { height.isPointwise && width.isPointwise }

    /// Returns the same convolution, described for the stored image without its virtual border.
    ///
    /// A virtual border is padding that a fused PAD would have added; memory holds the image alone.
    ///
    /// - Precondition: this geometry describes the image with its border, and the convolution adds
    ///   no padding itself.
    func inside(_ border: VirtualBorder?) -> ConvolutionGeometry {
        guard let border else { return self }
        var geometry = self
        geometry.height = height.inside(border.image[1], before: border.top)
        geometry.width = width.inside(border.image[2], before: border.left)
        return geometry
    }

    /// Returns the geometry for an image with `count` copies of each channel.
    func repeatingChannels(_ count: Int) -> ConvolutionGeometry {
        var repeated = self
        repeated.channels *= count
        return repeated
    }

    /// Returns the geometry for groups of `pixels` neighboring output pixels, each computed as
    /// one.
    ///
    /// Padding has widened the image's rows to `rowPixels`.
    ///
    /// - Precondition: the stride along the width is 1 and `pixels` divides the output's width.
    func merging(_ pixels: Int, rowPixels: Int) -> ConvolutionGeometry {
        var merged = self
        merged.width = Axis(
            input: rowPixels, kernel: width.kernel, stride: pixels, dilation: width.dilation,
            output: width.output / pixels, padding: 0)
        return merged
    }

    /// The padding, strides and dilations in the file.
    struct Steps {
        let padding: PaddingOption
        let stride: (height: Int, width: Int)
        let dilation: (height: Int, width: Int)
    }

    /// Checks a kernel on an input `[N, H, W, C]`.
    ///
    /// - Throws: ``ModelError`` with code `invalidNode` for steps that are not positive and for
    ///   outputs without pixels.
    init(
        input: Shape, kernel: (height: Int, width: Int), _ steps: Steps, _ node: Preparation
    ) throws(ModelError) {
        guard steps.padding.isKnown else {
            throw node.fail("padding is \(steps.padding.rawValue), expected 0 (SAME) or 1 (VALID)")
        }
        batches = input[0]
        channels = input[3]
        height = try Self.axis(
            "height", input[1], kernel.height, steps.stride.height, steps.dilation.height,
            isSame: steps.padding == .same, node)
        width = try Self.axis(
            "width", input[2], kernel.width, steps.stride.width, steps.dilation.width,
            isSame: steps.padding == .same, node)
    }

    /// Checks a layer with the input `[N, H, W, C]` and a filter `[_, h, w, _]`, and sets the shape
    /// of its output, `[N, H', W', outputChannels]`.
    ///
    /// - Throws: the errors of the other initializer, and ``ModelError`` for an output that is too
    ///   large, or for a filter that a node has changed since the layer's border was left out.
    init(
        ofLayer options: Convolution2DOptions, filter: Shape, outputChannels: Int,
        _ node: Preparation
    ) throws(ModelError) {
        let input = try node.input(0).shape
        let steps = Steps(
            padding: options.padding, stride: options.stride, dilation: options.dilation)
        let border = node.border(ofInput: 0)
        if let seen = border?.filter {
            let type = try node.input(1).elementType
            guard seen == VirtualBorder.Filter(filter, type) else {
                throw node.fail(
                    "the filter of \(seen.height) × \(seen.width) \(seen.elementType) became "
                        + "\(filter) \(type) after the image was padded for it")
            }
        }
        self = try ConvolutionGeometry(
            input: input, kernel: (filter[1], filter[2]), steps, node
        ).inside(border)
        guard let shape = Shape([batches, height.output, width.output, outputChannels]) else {
            throw node.fail("the output of \(input) and filter \(filter) overflows")
        }
        try node.setOutput(0, shape: shape)
    }

    private static func axis(
        _ name: String, _ input: Int, _ kernel: Int, _ stride: Int, _ dilation: Int, isSame: Bool,
        _ node: Preparation
    ) throws(ModelError) -> Axis {
        guard stride > 0, dilation > 0, kernel > 0, input > 0 else {
            throw node.fail(
                "\(name): input \(input), filter \(kernel), stride \(stride) and dilation "
                    + "\(dilation) must be positive")
        }
        // Each factor is a 32-bit number of the file, so the product does not overflow.
        let reach = (kernel - 1) * dilation + 1
        guard isSame || input >= reach else {
            throw node.fail(
                "\(name): a filter that reaches over \(reach) does not fit input \(input)")
        }
        let places = WindowPlacement(extent: input, reach: reach, stride: stride, isSame: isSame)
        return Axis(
            input: input, kernel: kernel, stride: stride, dilation: dilation,
            output: places.count, padding: places.padding)
    }
}
