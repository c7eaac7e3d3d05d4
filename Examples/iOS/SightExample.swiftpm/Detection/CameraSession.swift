import AVFoundation
import Sight
import SightDefaultModels
import SightPlatform

/// The back camera and the tracker of its frames.
///
/// The screen is locked to portrait and the sensor is mounted on its side, so frames have the
/// orientation `.right`. Late frames are dropped twice: the output discards frames that arrive
/// while its queue is busy, and the tracker takes only the newest frame.
final class CameraSession: Sendable {
    /// The reason why there are no frames.
    enum Failure: Error {
        /// The device has no back camera, or the user has denied access to it.
        case noCamera
    }

    let frames: CameraFrames
    let tracker: ObjectTracker
    // The session is configured here, and only one task at a time starts and stops it.
    nonisolated(unsafe) let session: AVCaptureSession

    /// Configures the camera and loads the built-in models.
    init() throws {
        let session = AVCaptureSession()
        guard let camera = AVCaptureDevice.default(for: .video),
            let input = try? AVCaptureDeviceInput(device: camera), session.canAddInput(input)
        else { throw Failure.noCamera }
        session.sessionPreset = .high
        session.addInput(input)
        frames = CameraFrames(of: session, orientation: .right)
        self.session = session
        tracker = try DefaultModels().makeObjectTracker()
    }

    /// Passes the tracked objects of each frame to `show` until the task is cancelled.
    func run(_ show: @Sendable (TrackedFrame) async -> Void) async throws {
        session.startRunning()
        defer { session.stopRunning() }
        for try await frame in tracker.results(of: frames, whenLate: .newestWins) {
            await show(frame)
        }
    }
}
