#if !canImport(Darwin)
    /// The colours that components stand for: device RGB, the only one here.
    public final class CGColorSpace: Sendable {
        init() {}
    }

    /// The space of red, green and blue as they are stored.
    public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace() }
#endif
