package import Foundation
import Sight
package import SightDropIn
import SightGeometry
import SightPlatform

/// The object detector of the tasks, which returns every box that the model finds, with its class.
package struct TaskDetector: Sendable {
    /// One box.
    package struct Detection: Sendable {
        /// The box, in pixels of the image as stored.
        package let boundingBox: CGRect
        /// The class of the object.
        package let category: TaskCategory
        /// The points of the object in fractions of the image as stored; most models have none.
        package let keypoints: [CGPoint]
    }

    private let localizer: Localizer
    private let names: DisplayNames
    /// The score that a box must exceed; `nil` for the threshold of the localizer.
    private let leastScore: Float?

    /// Loads the model.
    ///
    /// - Parameters:
    ///   - configuration: the model, and what to keep of what it finds.
    ///   - maximumOverlap: the largest overlap of two boxes of one class, 0…1, where the model does
    ///     not suppress overlaps itself; `nil` for that of its family.
    /// - Throws: `invalidArgument`, `modelNotFound`, `incompatibleModel`.
    package init(_ configuration: TaskConfiguration, maximumOverlap: Float? = nil)
        throws(DropInError)
    {
        try configuration.check()
        let file = ModelFile(path: configuration.modelPath)
        var options = LocalizerOptions()
        configuration.apply(to: &options)
        options.maximumResults = configuration.limit
        options.maximumIoU = maximumOverlap
        options.labelsWithoutTexts = true
        do throws(DetectionError) {
            localizer = try Localizer(file, options: options)
            names = try DisplayNames(file, locale: configuration.displayNamesLocale)
            // The localizer and the Task Library drop scores that equal the threshold.
            leastScore =
                configuration.origin == .mediaPipe ? localizer.scoreThreshold?.nextDown : nil
        } catch {
            throw DropInError(error)
        }
        try configuration.checkLists(texts: localizer.labelTexts)
    }

    /// Finds objects, best score first.
    ///
    /// - Throws: `invalidArgument`.
    package func detections(in frame: FrameSnapshot) throws(DropInError) -> [Detection] {
        let image = frame.image
        do throws(DetectionError) {
            let detections =
                if let leastScore {
                    try localizer.detections(in: image, above: leastScore)
                } else {
                    try localizer.detections(in: image)
                }
            return detections.map { found in
                let box = found.box.clamped(to: image.uprightSize)
                return Detection(
                    boundingBox: CGRect(
                        image.orientation.source(box, sourceSize: image.sourceSize)),
                    category: TaskCategory(
                        found.label ?? Label(text: "", index: 0, score: found.score), names),
                    keypoints: found.keypoints.map { point in
                        let place = image.orientation.source(
                            Rect<Upright>(x: point.x, y: point.y, width: 0, height: 0),
                            sourceSize: image.sourceSize)
                        return CGPoint(
                            x: CGFloat(place.x / image.sourceSize.width),
                            y: CGFloat(place.y / image.sourceSize.height))
                    })
            }
        } catch {
            throw DropInError(error)
        }
    }
}
