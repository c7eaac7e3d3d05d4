package import SightTensor

/// The conversion of pixels to elements of a model's input tensor `[1, H, W, C]`.
///
/// For every channel `element = pixel × scale + offset` with pixels in 0…255; integer elements
/// are then rounded half to even and saturated.
package struct InputEncoding: Hashable, Sendable {
    /// The position of a pixel's center when one grid is laid over another.
    package enum Sampling: Hashable, Sendable {
        /// Pixels are areas: `source = (destination + 0.5) × in / out − 0.5`. One that covers
        /// several source pixels is the mean of a sample for every three of a row or a column.
        case halfPixel
        /// Pixels are points, and the first ones coincide: `source = destination × in / out`,
        /// MediaPipe's rule.
        case corner
    }

    /// `.uint8`, `.int8` or `.float32`.
    package let elementType: ElementType
    /// 3 for red, green and blue; 1 for BT.601 luma.
    package let channels: Int
    /// The factors of red, green and blue; gray uses the first one.
    package let scale: SIMD3<Float>
    /// The values that are added to red, green and blue after the factor.
    package let offset: SIMD3<Float>
    /// The order of the tensor's channels: red or blue first.
    package var channelOrder = ChannelOrder.rgb
    /// The rule that finds destination pixels in the source.
    package var sampling = Sampling.halfPixel
    /// The color around a letterbox, in 0…255; it is encoded like the color of any pixel.
    package var padding = SIMD3<Float>.zero

    /// Makes an encoding.
    ///
    /// - Throws: `unsupportedFormat` for other element types, channel counts, or numbers that are
    ///   not finite.
    package init(
        elementType: ElementType, channels: Int = 3, scale: SIMD3<Float>, offset: SIMD3<Float>
    ) throws(ImageError) {
        guard [.uint8, .int8, .float32].contains(elementType) else {
            throw ImageError(
                .unsupportedFormat,
                "input of type \(elementType): images become uint8, int8 or float32")
        }
        guard channels == 3 || channels == 1 else {
            throw ImageError(
                .unsupportedFormat,
                "input with \(channels) channels: images become 3 (RGB) or 1 (gray)")
        }
        for channel in 0..<3 where !(scale[channel].isFinite && offset[channel].isFinite) {
            throw ImageError(
                .unsupportedFormat,
                "scale \(scale[channel]) and offset \(offset[channel]) must be finite")
        }
        self.elementType = elementType
        self.channels = channels
        self.scale = scale
        self.offset = offset
    }

    private init(raw channels: Int) {
        elementType = .uint8
        self.channels = channels
        scale = .one
        offset = .zero
    }

    /// The bytes of red, green and blue, unchanged.
    package static let raw = InputEncoding(raw: 3)
    /// The bytes of luma, unchanged.
    package static let rawGray = InputEncoding(raw: 1)

    /// Makes the encoding `(pixel − mean) / std` as `float32`.
    ///
    /// - Parameters:
    ///   - mean: one value, or one for each of red, green and blue.
    ///   - std: one value or three, none of them 0.
    ///   - channels: 3 or 1.
    /// - Returns: the encoding.
    /// - Throws: `unsupportedFormat` for other counts or a `std` of 0.
    package static func normalized(
        mean: [Float], std: [Float], channels: Int = 3
    ) throws(ImageError) -> InputEncoding {
        let (scale, offset) = try normalization(mean: mean, std: std)
        return try InputEncoding(
            elementType: .float32, channels: channels, scale: scale, offset: offset)
    }

    /// Makes the encoding `(pixel − mean) / std`, quantized: `q = real / scale + zeroPoint`.
    ///
    /// - Parameters:
    ///   - elementType: `.uint8` or `.int8`.
    ///   - quantization: the scale and zero point of the whole tensor.
    ///   - mean: one value, or one for each of red, green and blue.
    ///   - std: one value or three, none of them 0.
    ///   - channels: 3 or 1.
    /// - Returns: the encoding.
    /// - Throws: `unsupportedFormat` for other counts, or a `std` or scale of 0.
    package static func quantized(
        _ elementType: ElementType, _ quantization: Quantization, mean: [Float] = [0],
        std: [Float] = [1], channels: Int = 3
    ) throws(ImageError) -> InputEncoding {
        let (scale, offset) = try normalization(mean: mean, std: std)
        guard quantization.scale > 0 else {
            throw ImageError(
                .unsupportedFormat, "input quantized with scale \(quantization.scale)")
        }
        return try InputEncoding(
            elementType: elementType, channels: channels, scale: scale / quantization.scale,
            offset: offset / quantization.scale + Float(quantization.zeroPoint))
    }

    private static func normalization(
        mean: [Float], std: [Float]
    ) throws(ImageError) -> (scale: SIMD3<Float>, offset: SIMD3<Float>) {
        for values in [mean, std] where values.count != 1 && values.count != 3 {
            throw ImageError(
                .unsupportedFormat,
                "normalization with \(values.count) values: mean and std have 1 or 3")
        }
        guard !std.contains(0) else {
            throw ImageError(.unsupportedFormat, "normalization with std 0")
        }
        let means = mean.count == 3 ? SIMD3(mean) : SIMD3(repeating: mean[0])
        let deviations = std.count == 3 ? SIMD3(std) : SIMD3(repeating: std[0])
        return (1 / deviations, -means / deviations)
    }
}
