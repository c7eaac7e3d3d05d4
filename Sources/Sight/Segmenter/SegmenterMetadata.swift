package import SightModelFile

/// The metadata that MediaPipe's model maker adds to a segmentation model.
///
/// - Source: MediaPipe's schema of image segmenter metadata, file identifier V001.
package struct SegmenterMetadata: Sendable {
    /// The function that turns the model's outputs into confidences.
    package let activation: SegmentationActivation

    /// The name of the entry in the metadata.
    static let name = "SEGMENTER_METADATA"

    /// Reads the table.
    ///
    /// - Throws: `ModelError` with codes `malformed` and `invalidMetadata`.
    package init(_ data: [UInt8]) throws(ModelError) {
        let number = try FlatTable(rootOf: ModelBytes(data)).scalar(0, default: UInt8(0))
        guard let activation = SegmentationActivation(rawValue: number) else {
            throw ModelError(
                .invalidMetadata,
                "the segmenter's metadata names the activation \(number); 0, 1 and 2 are known")
        }
        self.activation = activation
    }
}
