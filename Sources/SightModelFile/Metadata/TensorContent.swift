/// What the numbers of a tensor mean.
///
/// - Source: TFLite Metadata schema, union `ContentProperties`.
package enum TensorContent: Hashable, Sendable {
    /// Plain numbers, such as scores.
    case feature
    case image(ImageProperties)
    case boundingBoxes(BoundingBoxProperties)
    case audio
}
