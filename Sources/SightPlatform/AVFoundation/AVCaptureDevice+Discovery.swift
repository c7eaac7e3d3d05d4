#if !canImport(Darwin)
    public import Foundation

    extension AVCaptureDevice {
        /// Finds the cameras of given kinds with a given direction.
        public final class DiscoverySession: NSObject, Sendable {
            /// The cameras that were connected when the session was made.
            public let devices: [AVCaptureDevice]

            /// Finds the cameras.
            ///
            /// - Parameters:
            ///   - deviceTypes: kinds of cameras; here all cameras are of `builtInWideAngleCamera`.
            ///   - mediaType: `video`; no other medium is supported.
            ///   - position: the direction of the cameras; `unspecified` for any.
            public init(
                deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position
            ) {
                let isWanted =
                    deviceTypes.contains(.builtInWideAngleCamera)
                    && (mediaType == nil || mediaType == .video)
                devices =
                    isWanted
                    ? AVCaptureDevice.all.filter {
                        position == .unspecified || $0.position == position
                    } : []
            }
        }
    }
#endif
