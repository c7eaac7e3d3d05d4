import SightGeometry
import SightImage

/// How the models of a family of detectors expect their input image.
package struct ImageConvention: Sendable {
    /// How the image is fitted into the input.
    package var fit = ImageTransform.Fit.squash
    /// Which of red and blue comes first.
    package var channelOrder = ChannelOrder.rgb
    /// How bytes become numbers; `nil` for −1…1.
    package var normalization: Normalization?
    /// The grey of the pixels around a letterbox, 0…255.
    package var padding: Float = 0

    /// Mean and standard deviation of ImageNet's images, in bytes of red, green and blue.
    static let imageNet = Normalization(
        uncheckedMean: [123.675, 116.28, 103.53], std: [58.395, 57.12, 57.375])
    /// Bytes to 0…1.
    static let unit = Normalization(uncheckedMean: [0], std: [255])
    /// Bytes as they are.
    static let bytes = Normalization(uncheckedMean: [0], std: [1])
}
