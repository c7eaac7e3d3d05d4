#if !canImport(Darwin)
    /// A colour space: device RGB or device grey.
    public final class CGColorSpace: Sendable {
        /// Whether pixels have one component.
        let isGrey: Bool

        init(isGrey: Bool) { self.isGrey = isGrey }

        /// The number of components of a colour.
        public var numberOfComponents: Int { isGrey ? 1 : 3 }
    }

    /// Makes the colour space of red, green and blue as stored.
    public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace(isGrey: false) }

    /// Makes the colour space of grey levels as stored.
    public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace(isGrey: true) }
#endif
