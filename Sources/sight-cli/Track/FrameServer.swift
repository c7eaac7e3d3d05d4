import Foundation
import SightVideoIO

/// Shows a stream of images to browsers on this machine, as MJPEG over HTTP.
///
/// Bound to loopback. At most eight viewers at a time; each gets the newest image when it has
/// taken the one before, so that a slow one holds up nobody. Images are only drawn while somebody
/// looks.
package final class FrameServer: Sendable {
    /// Draws an image and gives it as JPEG, `nil` when it cannot; runs on the server's thread.
    package typealias Rendering = @Sendable () -> [UInt8]?

    /// The port, chosen by the system where 0 was asked for.
    package let port: Int
    private let listener: LoopbackListener
    private let viewers = FrameViewers()
    private let pending = Handover<Rendering>(capacity: 1)

    /// Starts to listen.
    ///
    /// - Throws: ``CommandError`` with status `usage` when the port is taken.
    package init(port: Int) throws(CommandError) {
        let listener = try LoopbackListener(port: port)
        self.listener = listener
        self.port = listener.port
        let (viewers, pending) = (viewers, pending)
        Self.start("sight.serve.accept") {
            while let connection = listener.accept() {
                Self.start("sight.serve.viewer") { viewers.serve(connection) }
            }
        }
        Self.start("sight.serve.draw") {
            while let rendering = pending.take() {
                if let frame = rendering() { viewers.show(frame) }
            }
        }
    }

    deinit { stop() }

    /// Shows an image, if anybody looks; returns at once.
    package func show(_ rendering: @escaping Rendering) {
        if !viewers.isEmpty { _ = pending.putNewest(rendering) }
    }

    /// Ends every connection.
    package func stop() {
        pending.close()
        listener.stop()
        viewers.stop()
    }

    private static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        thread.name = name
        thread.stackSize = 1 << 19
        thread.start()
    }
}
