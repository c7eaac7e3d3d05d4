import AVFoundation
import Sight
import SightDefaultModels
import SightPlatform

/// The back camera and a tracker on its frames.
///
/// The screen is locked to portrait, so frames of the sensor, which is mounted on its side, are
/// turned by `.right`. Late frames are dropped twice: by the output, which discards what comes while
/// its queue is busy, and by the tracker, which takes the newest frame only.
final class CameraSession: Sendable {
    /// Why there are no frames.
    enum Failure: Error {
        /// The device has no back camera, or the user has refused it.
        case noCamera
    }

    let frames: CameraFrames
    let tracker: ObjectTracker
    // Sendable proof: configured here, started and stopped by one task at a time.
    nonisolated(unsafe) let session: AVCaptureSession

    /// Sets the camera up and loads the models that the package brings along.
    init() throws {
        let session = AVCaptureSession()
        guard let camera = AVCaptureDevice.default(for: .video),
            let input = try? AVCaptureDeviceInput(device: camera), session.canAddInput(input)
        else { throw Failure.noCamera }
        session.sessionPreset = .high
        session.addInput(input)
        frames = CameraFrames(of: session, orientation: .right)
        self.session = session
        var options = ObjectTrackerOptions()
        options.allowsMultipleObjects = true
        options.isClassificationEnabled = true
        let models = DefaultModels()
        tracker = ObjectTracker(
            localizer: try models.makeLocalizer(), classifier: try models.makeClassifier(),
            options: options)
    }

    /// Shows what is found in each frame, until the task is cancelled.
    func run(_ show: @Sendable (TrackedFrame) async -> Void) async throws {
        session.startRunning()
        defer { session.stopRunning() }
        for try await frame in tracker.results(of: frames) { await show(frame) }
    }
}
