import Sight

/// Finds the objects of one image after the other; used by one thread at a time.
protocol DetectorWorker {
    /// Finds objects.
    func objects(in frame: FrameSnapshot) throws(DetectionError) -> [Sight.Object]
}

/// Looks at each image by itself.
struct SingleImageWorker: DetectorWorker {
    let detector: Sight.ObjectDetector

    func objects(in frame: FrameSnapshot) throws(DetectionError) -> [Sight.Object] {
        try detector.objects(in: frame.image)
    }
}
