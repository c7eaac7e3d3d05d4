import SightModelFile

/// The checked options of TFLite_Detection_PostProcess.
struct DetectionOptions: Sendable {
    let maximumDetections: Int
    let classesPerDetection: Int
    /// The largest number of detections of each class in the regular variant.
    let detectionsPerClass: Int
    let usesRegularSuppression: Bool
    let minimumScore: Float
    /// The largest IoU of two kept boxes, above 0, at most 1.
    let maximumIoU: Float
    /// The number of classes without the background.
    let classCount: Int
    /// The divisors of encodings.
    let scale: (y: Float, x: Float, h: Float, w: Float)

    /// The largest number of rows of an output, because a hostile file may request any number.
    private static let rowLimit = 1 << 20

    init(_ node: Preparation) throws(ModelError) {
        let map = try FlexBuffer(node.customOptions())
        maximumDetections = map.int("max_detections")
        classesPerDetection = map.int("max_classes_per_detection")
        detectionsPerClass = map.int("detections_per_class", default: 100)
        usesRegularSuppression = map.bool("use_regular_nms")
        minimumScore = map.float("nms_score_threshold")
        maximumIoU = map.float("nms_iou_threshold")
        classCount = map.int("num_classes")
        scale = (
            map.float("y_scale"), map.float("x_scale"), map.float("h_scale"), map.float("w_scale")
        )
        let limits = 1...Self.rowLimit
        guard limits.contains(maximumDetections), limits.contains(classesPerDetection),
            limits.contains(maximumDetections * classesPerDetection),
            limits.contains(detectionsPerClass)
        else {
            throw node.fail(
                "max_detections \(maximumDetections), max_classes_per_detection "
                    + "\(classesPerDetection), detections_per_class \(detectionsPerClass)")
        }
        guard classCount > 0 else { throw node.fail("num_classes is \(classCount)") }
        guard maximumIoU > 0, maximumIoU <= 1 else {
            throw node.fail("nms_iou_threshold is \(maximumIoU), expected above 0, up to 1")
        }
        for value in [scale.y, scale.x, scale.h, scale.w] where !(value > 0 && value.isFinite) {
            throw node.fail("a box scale is \(value), expected above 0")
        }
    }
}
