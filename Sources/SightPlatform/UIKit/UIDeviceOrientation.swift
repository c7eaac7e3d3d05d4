#if os(macOS) || !canImport(Darwin)
    /// The physical orientation of a device.
    public enum UIDeviceOrientation: Int, Sendable {
        /// Unknown.
        case unknown = 0
        /// Upright, with the home button at the bottom.
        case portrait = 1
        /// Upright, with the home button at the top.
        case portraitUpsideDown = 2
        /// On its side, with the home button on the right.
        case landscapeLeft = 3
        /// On its side, with the home button on the left.
        case landscapeRight = 4
        /// Flat, with the screen up.
        case faceUp = 5
        /// Flat, with the screen down.
        case faceDown = 6

        /// Whether the device stands upright.
        public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
        /// Whether the device stands on its side.
        public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
        /// Whether the device lies flat.
        public var isFlat: Bool { self == .faceUp || self == .faceDown }
    }
#endif
