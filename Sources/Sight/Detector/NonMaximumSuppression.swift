import SightGeometry

/// Drops boxes that show an object for the second time.
///
/// Detectors suppress overlaps within a class only, so the same object may come back as two
/// classes. This suppression is greedy by score over all classes; it keeps a pair exactly at the
/// limit.
///
/// - Source: greedy non-maximum suppression as in TFLite `DetectionPostprocess`.
enum NonMaximumSuppression {
    /// Keeps the better of any two boxes that overlap more than the limit.
    ///
    /// - Parameters:
    ///   - detections: best score first.
    ///   - maximumIoU: largest intersection over union of two kept boxes, in 0…1.
    /// - Returns: the kept detections in the same order.
    /// - Complexity: O(n²).
    static func keep(_ detections: [Detection], maximumIoU: Float) -> [Detection] {
        var kept: [Detection] = []
        for detection in detections
        where kept.allSatisfy({
            $0.box.intersectionOverUnion(detection.box) <= maximumIoU
        }) {
            kept.append(detection)
        }
        return kept
    }
}
