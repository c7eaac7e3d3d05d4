/// The mode of a detector: independent images or frames of one stream.
#if canImport(ObjectiveC)
    @objc(FIRVisionObjectDetectorMode)
#endif
public enum VisionObjectDetectorMode: Int, Sendable {
    /// Images are independent: results are complete and have no tracking IDs.
    case singleImage = 0
    /// Images are frames of one stream.
    ///
    /// An object that waits for its confirmation is left out: an object with a low score has to be
    /// detected in several frames. From then on it has its tracking ID. Use ``singleImage`` for
    /// photos. With `isLowLatency`, results do not wait for their detection, and the first ones may
    /// be empty.
    case stream = 1
}
