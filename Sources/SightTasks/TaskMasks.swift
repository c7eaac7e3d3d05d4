/// The masks of an image segmenter, for each pixel of the stored image, row by row.
package struct TaskMasks: Sendable {
    /// Columns of the image.
    package let width: Int
    /// Rows of the image.
    package let height: Int
    /// A mask of confidences in 0…1 for each class; `nil` when not wanted.
    package let confidences: [[Float]]?
    /// The classes; `nil` when not wanted.
    package let categories: [UInt8]?
    /// The classes of the model, or 1 for a foreground.
    package let classCount: Int
}
