/// Whether images are independent or frames of one stream.
#if canImport(ObjectiveC)
    @objc(FIRVisionObjectDetectorMode)
#endif
public enum VisionObjectDetectorMode: Int, Sendable {
    /// Each image stands for itself: complete results, no tracking identities.
    case singleImage = 0
    /// Images are frames of a stream: low latency, tracking identities, and the first results may
    /// be incomplete.
    case stream = 1
}
