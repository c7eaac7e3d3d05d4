/// The options of CONV_2D and DEPTHWISE_CONV_2D.
///
/// - Source: `Conv2DOptions` and `DepthwiseConv2DOptions` of the TensorFlow Lite schema.
package struct Convolution2DOptions: Sendable {
    package let padding: PaddingOption
    package let stride: (height: Int, width: Int)
    package let activation: ActivationOption
    package let dilation: (height: Int, width: Int)

    /// Reads the options of CONV_2D.
    package init(_ table: OptionsTable) throws(ModelError) { try self.init(table, next: 3) }

    /// Reads the options of DEPTHWISE_CONV_2D.
    ///
    /// Field 3 is the number of output channels for each input channel, which follows from the
    /// shapes.
    package init(depthwise table: OptionsTable) throws(ModelError) {
        try self.init(table, next: 4)
    }

    /// Reads the options; `next` is the number of the first field in which the two operators
    /// differ.
    private init(_ table: OptionsTable, next: Int) throws(ModelError) {
        padding = try table.padding(0)
        stride = (try table.int(2), try table.int(1))
        activation = try table.activation(next)
        dilation = (
            try table.int(next + 2, default: 1), try table.int(next + 1, default: 1)
        )
    }
}

/// The options of TRANSPOSE_CONV.
///
/// - Source: `TransposeConvOptions` of the TensorFlow Lite schema.
package struct TransposeConvolutionOptions: Sendable {
    package let padding: PaddingOption
    package let stride: (height: Int, width: Int)
    package let activation: ActivationOption

    package init(_ table: OptionsTable) throws(ModelError) {
        padding = try table.padding(0)
        stride = (try table.int(2), try table.int(1))
        activation = try table.activation(3)
    }
}

/// The options of CONV_3D and CONV_3D_TRANSPOSE.
///
/// - Source: `Conv3DOptions` of the TensorFlow Lite schema.
package struct Convolution3DOptions: Sendable {
    package let padding: PaddingOption
    /// Depth, height, width; the file has them in the order depth, width, height.
    package let strides: [Int]
    package let activation: ActivationOption
    /// Depth, height, width.
    package let dilations: [Int]

    package init(_ table: OptionsTable) throws(ModelError) {
        padding = try table.padding(0)
        strides = [try table.int(1), try table.int(3), try table.int(2)]
        activation = try table.activation(4)
        dilations = [
            try table.int(5, default: 1), try table.int(7, default: 1),
            try table.int(6, default: 1),
        ]
    }
}
