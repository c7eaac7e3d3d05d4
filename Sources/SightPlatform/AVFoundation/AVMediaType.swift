#if !canImport(Darwin)
    /// A kind of medium.
    public struct AVMediaType: RawRepresentable, Hashable, Sendable {
        /// The code of four characters.
        public let rawValue: String
        /// Makes a kind from its code.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Video.
        public static let video = AVMediaType(rawValue: "vide")
    }
#endif
