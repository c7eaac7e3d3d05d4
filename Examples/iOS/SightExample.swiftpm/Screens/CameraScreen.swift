import AVFoundation
import Sight
import SwiftUI

/// The camera's image with the boxes of its objects.
struct CameraScreen: View {
    @State private var camera: CameraSession?
    @State private var found: TrackedFrame?
    @State private var failure: String?

    var body: some View {
        ZStack {
            if let camera { CameraPreview(session: camera.session) }
            if let found {
                ObjectOverlay(
                    objects: found.objects.map { MarkedObject($0) },
                    image: CGSize(
                        width: CGFloat(found.size.width), height: CGFloat(found.size.height)))
            }
            if let failure { Text(failure).padding() }
        }
        .ignoresSafeArea()
        .task { await run() }
    }

    private func run() async {
        guard await AVCaptureDevice.requestAccess(for: .video) else {
            failure = "The camera is not allowed."
            return
        }
        do {
            let camera = try await Task.detached { try CameraSession() }.value
            self.camera = camera
            try await camera.run { frame in await show(frame) }
        } catch {
            failure = "\(error)"
        }
    }

    @MainActor private func show(_ frame: TrackedFrame) { found = frame }
}

/// The preview of the camera, scaled to fill.
private struct CameraPreview: UIViewRepresentable {
    let session: AVCaptureSession

    final class PreviewView: UIView {
        override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }
    }

    func makeUIView(context: Context) -> PreviewView {
        let view = PreviewView()
        if let layer = view.layer as? AVCaptureVideoPreviewLayer {
            layer.session = session
            layer.videoGravity = .resizeAspectFill
        }
        return view
    }

    func updateUIView(_ view: PreviewView, context: Context) {}
}
