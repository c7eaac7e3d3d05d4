import Dispatch
package import Sight

/// An image as it was when a detector was asked, out of reach of later changes.
package struct FrameSnapshot: Sendable {
    /// The image.
    package let image: Sight.VisionImage
    /// When it was taken, in seconds of any clock; `nil` when it does not say.
    package let time: Double?
    /// When the snapshot was made, in seconds of the system's uptime.
    let arrival = Double(DispatchTime.now().uptimeNanoseconds) / 1e9

    /// Makes a snapshot.
    package init(_ image: Sight.VisionImage, time: Double? = nil) {
        self.image = image
        self.time = time
    }
}
