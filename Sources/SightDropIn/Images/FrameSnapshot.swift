import Dispatch
package import Sight

/// An image at the time of a detector's call, which later changes do not affect.
package struct FrameSnapshot: Sendable {
    /// The image.
    package let image: Sight.VisionImage
    /// The time at which it was taken, in seconds of any clock; `nil` when unknown.
    package let time: Double?
    /// The time of the snapshot, in seconds of the system's uptime.
    let arrival = Double(DispatchTime.now().uptimeNanoseconds) / 1e9

    /// Makes a snapshot.
    package init(_ image: Sight.VisionImage, time: Double? = nil) {
        self.image = image
        self.time = time
    }
}
