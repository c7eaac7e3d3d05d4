public import Foundation
import SightDropIn
import SightTasks

/// The masks of one frame, each as large as the image as it is stored.
#if canImport(ObjectiveC)
    @objcMembers @objc(MPPImageSegmenterResult)
#endif
public final class ImageSegmenterResult: TaskResult, @unchecked Sendable {  // constants
    /// The confidences of each class, in 0…1; `nil` if the options do not ask for them.
    public let confidenceMasks: [Mask]?
    /// The best class of each pixel; `nil` when the options do not ask for it.
    ///
    /// A model of a foreground has 0 for it, and 255 around it.
    public let categoryMask: Mask?
    /// The quality of each mask, in 0…1; always 1, because the models of this task do not give it.
    public let qualityScores: [NSNumber]?

    /// Makes a result.
    public init(
        confidenceMasks: [Mask]?, categoryMask: Mask?, qualityScores: [NSNumber]?,
        timestampInMilliseconds: Int
    ) {
        self.confidenceMasks = confidenceMasks
        self.categoryMask = categoryMask
        self.qualityScores = qualityScores
        super.init(timestampInMilliseconds: timestampInMilliseconds)
    }

    convenience init(_ found: TaskMasks, at milliseconds: Int) {
        let (width, height) = (found.width, found.height)
        let confidences = found.confidences?.compactMap { values in
            values.withUnsafeBufferPointer { values in
                values.baseAddress.flatMap {
                    Mask(float32Data: $0, width: width, height: height, shouldCopy: true)
                }
            }
        }
        let categories = found.categories?.withUnsafeBufferPointer { values in
            values.baseAddress.flatMap {
                Mask(uInt8Data: $0, width: width, height: height, shouldCopy: true)
            }
        }
        self.init(
            confidenceMasks: confidences, categoryMask: categories ?? nil,
            qualityScores: (0..<found.classCount).map { _ in NSNumber(value: Float(1)) },
            timestampInMilliseconds: milliseconds)
    }
}
