#if !canImport(Darwin)
    /// Alpha and byte order of a bitmap's pixels.
    public struct CGBitmapInfo: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt32

        /// Makes a value from its bits.
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// The bits of a ``CGImageAlphaInfo``.
        public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
        /// The bits of the byte order.
        public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
        /// A pixel is a little-endian 32-bit number: `premultipliedFirst` is then B, G, R, A.
        public static let byteOrder32Little = CGBitmapInfo(rawValue: 2 << 12)
        /// A pixel is a big-endian 32-bit number, which is also the default.
        public static let byteOrder32Big = CGBitmapInfo(rawValue: 4 << 12)
    }
#endif
