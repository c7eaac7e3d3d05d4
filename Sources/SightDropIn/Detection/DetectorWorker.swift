import Sight

/// Finds the objects of one picture after the other; used by one thread at a time.
protocol DetectorWorker {
    /// Finds objects.
    func objects(in frame: FrameSnapshot) throws(DetectionError) -> [Sight.Object]
}

/// Looks at each picture by itself.
struct SingleImageWorker: DetectorWorker {
    let detector: Sight.ObjectDetector

    func objects(in frame: FrameSnapshot) throws(DetectionError) -> [Sight.Object] {
        try detector.objects(in: frame.image)
    }
}
