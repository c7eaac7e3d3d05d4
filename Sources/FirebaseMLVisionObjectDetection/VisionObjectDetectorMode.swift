/// The mode of a detector: independent images or frames of one stream.
#if canImport(ObjectiveC)
    @objc(FIRVisionObjectDetectorMode)
#endif
public enum VisionObjectDetectorMode: Int, Sendable {
    /// Images are independent: results are complete and have no tracking IDs.
    case singleImage = 0
    /// Images are frames of one stream: the latency is low, objects have tracking IDs, and the
    /// first results may be incomplete.
    case stream = 1
}
