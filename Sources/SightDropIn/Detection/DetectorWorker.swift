import Sight

/// Finds the objects of one image after the other; used by one thread at a time.
protocol DetectorWorker {
    /// Finds objects.
    func objects(in frame: FrameSnapshot) throws(DetectionError) -> [Sight.Object]
    /// Forgets the images before; nothing to do where each stands for itself.
    func reset()
}

extension DetectorWorker {
    func reset() {}
}

/// Looks at each image by itself.
struct SingleImageWorker: DetectorWorker {
    let detector: Sight.ObjectDetector

    func objects(in frame: FrameSnapshot) throws(DetectionError) -> [Sight.Object] {
        try detector.objects(in: frame.image)
    }
}
