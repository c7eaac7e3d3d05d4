#if os(macOS) || !canImport(Darwin)
    public import Foundation
    import SightConcurrency

    /// The device on which the program runs.
    public final class UIDevice: NSObject, Sendable {
        /// The device.
        public static let current = UIDevice()
        /// Posted after the device was turned.
        public static let orientationDidChangeNotification = Notification.Name(
            "UIDeviceOrientationDidChangeNotification")

        private let held = Guarded(UIDeviceOrientation.unknown)

        private override init() {}

        /// The orientation of the device; `.unknown` until ``turn(to:)`` is called.
        public var orientation: UIDeviceOrientation { held.current }

        /// Sets the orientation of the device, because there is no sensor.
        ///
        /// UIKit does not have this function.
        public func turn(to orientation: UIDeviceOrientation) {
            held.current = orientation
            NotificationCenter.default.post(
                name: Self.orientationDidChangeNotification, object: self)
        }

        /// Starts the sensor; does nothing here.
        public func beginGeneratingDeviceOrientationNotifications() {}

        /// Stops the sensor; does nothing here.
        public func endGeneratingDeviceOrientationNotifications() {}
    }
#endif
