#if !canImport(Darwin)
    public import Foundation

    extension AVCaptureDevice {
        /// The cameras of given kinds that look into a direction.
        public final class DiscoverySession: NSObject, Sendable {
            /// The cameras that were there when the session was made.
            public let devices: [AVCaptureDevice]

            /// Looks for cameras.
            ///
            /// - Parameters:
            ///   - deviceTypes: kinds of cameras; every one here is of `builtInWideAngleCamera`.
            ///   - mediaType: `video`; there is nothing else.
            ///   - position: where they look; any for `unspecified`.
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
