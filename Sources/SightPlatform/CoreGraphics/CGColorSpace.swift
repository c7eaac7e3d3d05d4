#if !canImport(Darwin)
    /// A colour space; here always device RGB.
    public final class CGColorSpace: Sendable {
        init() {}
    }

    /// Makes the colour space of red, green and blue as stored.
    public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace() }
#endif
