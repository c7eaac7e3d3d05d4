#if !canImport(Darwin)
    public import Foundation
    import SightConcurrency

    /// A camera whose frames come from a ``CaptureFrameSource``.
    public final class AVCaptureDevice: NSObject, Sendable {
        /// The direction of a camera.
        public enum Position: Int, Sendable {
            /// Unknown.
            case unspecified = 0
            /// Away from the user.
            case back = 1
            /// Towards the user.
            case front = 2
        }

        /// A kind of camera.
        public struct DeviceType: RawRepresentable, Hashable, Sendable {
            /// The name.
            public let rawValue: String
            /// Makes a kind from its name.
            public init(rawValue: String) { self.rawValue = rawValue }
            /// An ordinary camera; here all cameras are of this type.
            public static let builtInWideAngleCamera = DeviceType(
                rawValue: "AVCaptureDeviceTypeBuiltInWideAngleCamera")
        }

        /// The direction of the camera.
        public let position: Position
        let source: any CaptureFrameSource
        let isPaced: Bool

        private init(_ source: any CaptureFrameSource, _ position: Position, isPaced: Bool) {
            self.source = source
            self.position = position
            self.isPaced = isPaced
        }

        private static let cameras = Guarded<[Position: AVCaptureDevice]>([:])

        /// Connects a source of frames as a camera; it replaces a camera with the same direction.
        ///
        /// AVFoundation does not have this function.
        ///
        /// - Parameters:
        ///   - source: the source of the frames.
        ///   - position: the direction of the camera.
        ///   - isPaced: whether frames arrive at their times, as from a real camera, or
        ///     immediately.
        /// - Returns: the camera.
        @discardableResult
        public static func connect(
            _ source: any CaptureFrameSource, position: Position = .back, isPaced: Bool = true
        ) -> AVCaptureDevice {
            let camera = AVCaptureDevice(source, position, isPaced: isPaced)
            cameras.withLock { $0[position] = camera }
            return camera
        }

        /// Returns the camera with a direction.
        ///
        /// - Parameters:
        ///   - deviceType: ignored.
        ///   - mediaType: `video`; no other medium is supported.
        ///   - position: the direction; `unspecified` for any.
        /// - Returns: the camera, or `nil` if none has this direction.
        public static func `default`(
            _ deviceType: DeviceType, for mediaType: AVMediaType?, position: Position
        ) -> AVCaptureDevice? {
            guard mediaType == nil || mediaType == .video else { return nil }
            return position == .unspecified ? all.first : cameras.current[position]
        }

        /// Returns the back camera or, if there is none, any camera.
        public static func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
            `default`(.builtInWideAngleCamera, for: mediaType, position: .back)
                ?? `default`(.builtInWideAngleCamera, for: mediaType, position: .unspecified)
        }

        /// All cameras, in the order of their positions.
        static var all: [AVCaptureDevice] {
            cameras.current.values.sorted { $0.position.rawValue < $1.position.rawValue }
        }
    }
#endif
