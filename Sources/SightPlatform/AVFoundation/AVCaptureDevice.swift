#if !canImport(Darwin)
    public import Foundation

    /// A camera: frames of a ``CaptureFrameSource``.
    public final class AVCaptureDevice: NSObject, Sendable {
        /// Where a camera looks.
        public enum Position: Int, Sendable {
            /// Not known.
            case unspecified = 0
            /// Away from who holds the device.
            case back = 1
            /// At who holds the device.
            case front = 2
        }

        /// A kind of camera.
        public struct DeviceType: RawRepresentable, Hashable, Sendable {
            /// The name.
            public let rawValue: String
            /// Makes a kind from its name.
            public init(rawValue: String) { self.rawValue = rawValue }
            /// An ordinary camera; every one here.
            public static let builtInWideAngleCamera = DeviceType(
                rawValue: "AVCaptureDeviceTypeBuiltInWideAngleCamera")
        }

        /// Where the camera looks.
        public let position: Position
        let source: any CaptureFrameSource
        let isPaced: Bool

        private init(_ source: any CaptureFrameSource, _ position: Position, isPaced: Bool) {
            self.source = source
            self.position = position
            self.isPaced = isPaced
        }

        private static let lock = NSLock()
        nonisolated(unsafe) private static var cameras: [Position: AVCaptureDevice] = [:]

        /// Makes frames those of a camera, in place of the one that looked there.
        ///
        /// Not in AVFoundation.
        ///
        /// - Parameters:
        ///   - source: gives the frames.
        ///   - position: where the camera looks.
        ///   - isPaced: whether frames come at their times, as from a real camera, or at once.
        /// - Returns: the camera.
        @discardableResult
        public static func connect(
            _ source: any CaptureFrameSource, position: Position = .back, isPaced: Bool = true
        ) -> AVCaptureDevice {
            let camera = AVCaptureDevice(source, position, isPaced: isPaced)
            lock.withLock { cameras[position] = camera }
            return camera
        }

        /// A camera by where it looks.
        ///
        /// - Parameters:
        ///   - deviceType: not looked at.
        ///   - mediaType: `video`; there is nothing else.
        ///   - position: where it looks; any for `unspecified`.
        /// - Returns: `nil` when none looks there.
        public static func `default`(
            _ deviceType: DeviceType, for mediaType: AVMediaType?, position: Position
        ) -> AVCaptureDevice? {
            guard mediaType == nil || mediaType == .video else { return nil }
            return lock.withLock {
                position == .unspecified
                    ? cameras.values.min { $0.position.rawValue < $1.position.rawValue }
                    : cameras[position]
            }
        }

        /// The camera that looks away from who holds the device, or any.
        public static func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
            `default`(.builtInWideAngleCamera, for: mediaType, position: .back)
                ?? `default`(.builtInWideAngleCamera, for: mediaType, position: .unspecified)
        }
    }
#endif
