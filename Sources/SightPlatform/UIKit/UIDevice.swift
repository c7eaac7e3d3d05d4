#if os(macOS) || !canImport(Darwin)
    public import Foundation

    /// The device that the program runs on.
    public final class UIDevice: NSObject, @unchecked Sendable {  // state under a lock
        // Sendable proof: `held` is only touched under the lock.

        /// The device.
        public static let current = UIDevice()
        /// Posted after the device was turned.
        public static let orientationDidChangeNotification = Notification.Name(
            "UIDeviceOrientationDidChangeNotification")

        private let lock = NSLock()
        private var held = UIDeviceOrientation.unknown

        private override init() {}

        /// How the device is held; `.unknown` until ``turn(to:)`` says more.
        public var orientation: UIDeviceOrientation { lock.withLock { held } }

        /// Says how the device is held, where there is no sensor.
        ///
        /// Not in UIKit.
        public func turn(to orientation: UIDeviceOrientation) {
            lock.withLock { held = orientation }
            NotificationCenter.default.post(
                name: Self.orientationDidChangeNotification, object: self)
        }

        /// Starts the sensor; nothing to do here.
        public func beginGeneratingDeviceOrientationNotifications() {}

        /// Stops the sensor; nothing to do here.
        public func endGeneratingDeviceOrientationNotifications() {}
    }
#endif
