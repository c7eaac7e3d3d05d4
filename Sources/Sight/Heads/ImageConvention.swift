import SightGeometry
import SightImage

/// The form in which a family of detectors expects its input image.
package struct ImageConvention: Sendable {
    /// The method that fits the image into the input.
    package var fit = ImageTransform.Fit.squash
    /// The order of the channels: red or blue first.
    package var channelOrder = ChannelOrder.rgb
    /// The conversion of bytes to numbers; `nil` if the type of the input decides.
    package var normalization: Normalization?
    /// The gray of the pixels around a letterbox, 0…255.
    package var padding: Float = 0

    /// Mean and standard deviation of ImageNet's images, in bytes of red, green and blue.
    static let imageNet = Normalization(
        uncheckedMean: [123.675, 116.28, 103.53], std: [58.395, 57.12, 57.375])
    /// Maps bytes to 0…1.
    static let unit = Normalization(uncheckedMean: [0], std: [255])
    /// Leaves the values of bytes unchanged.
    static let bytes = Normalization(uncheckedMean: [0], std: [1])
}
