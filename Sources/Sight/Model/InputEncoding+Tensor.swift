package import SightImage
package import SightTensor

extension InputEncoding {
    /// Returns how pixels become the elements of an image input.
    ///
    /// - Parameters:
    ///   - type: the element type, which is not checked.
    ///   - quantization: the tensor's quantization; `nil` without one.
    ///   - normalization: the normalization of the metadata or of the options. Without one, floats
    ///     are −1…1, and integers have the levels of bytes.
    ///   - channels: the number of channels, 1 or 3.
    ///   - takesRawBytes: whether a `uint8` tensor takes bytes as they are.
    ///   - name: the tensor's name for messages.
    /// - Returns: the encoding.
    /// - Throws: ``DetectionError`` with code `invalidModel`.
    package static func ofTensor(
        _ type: ElementType, _ quantization: Quantization?, normalization: Normalization?,
        channels: Int, takesRawBytes: Bool = true, name: String
    ) throws(DetectionError) -> InputEncoding {
        do throws(ImageError) {
            switch type {
            case .uint8 where takesRawBytes || quantization == nil:
                // The tensor takes raw bytes, whatever normalization the metadata states.
                return channels == 1 ? .rawGray : .raw
            case .int8 where normalization == nil:
                // Converters measure an input's range with images, so its 256 levels are those of
                // bytes, whatever numbers they stand for.
                return try .quantized(
                    .int8, Quantization(scale: 1, zeroPoint: -128), channels: channels)
            case .float32:
                let normalization = normalization ?? .symmetric
                return try .normalized(
                    mean: normalization.mean, std: normalization.std, channels: channels)
            default:
                let normalization = normalization ?? .symmetric
                return try .quantized(
                    type, quantization ?? Quantization(scale: 1 / 128, zeroPoint: 0),
                    mean: normalization.mean, std: normalization.std, channels: channels)
            }
        } catch {
            throw DetectionError(
                .invalidModel, "input tensor \"\(name)\": \(error.message)", cause: error)
        }
    }
}
