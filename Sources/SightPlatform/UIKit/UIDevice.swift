#if os(macOS) || !canImport(Darwin)
    public import Foundation
    import SightConcurrency

    /// The device that the program runs on.
    public final class UIDevice: NSObject, Sendable {
        /// The device.
        public static let current = UIDevice()
        /// Posted after the device was turned.
        public static let orientationDidChangeNotification = Notification.Name(
            "UIDeviceOrientationDidChangeNotification")

        private let held = Guarded(UIDeviceOrientation.unknown)

        private override init() {}

        /// How the device is held; `.unknown` until ``turn(to:)`` says more.
        public var orientation: UIDeviceOrientation { held.current }

        /// Says how the device is held, where there is no sensor.
        ///
        /// Not in UIKit.
        public func turn(to orientation: UIDeviceOrientation) {
            held.current = orientation
            NotificationCenter.default.post(
                name: Self.orientationDidChangeNotification, object: self)
        }

        /// Starts the sensor; nothing to do here.
        public func beginGeneratingDeviceOrientationNotifications() {}

        /// Stops the sensor; nothing to do here.
        public func endGeneratingDeviceOrientationNotifications() {}
    }
#endif
