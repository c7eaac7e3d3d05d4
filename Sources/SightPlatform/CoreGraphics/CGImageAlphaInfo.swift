#if !canImport(Darwin)
    /// The position of alpha in a pixel, and whether the colours are multiplied by it.
    public enum CGImageAlphaInfo: UInt32, Sendable {
        /// A pixel has no alpha.
        case none = 0
        /// Alpha follows the colours, which are multiplied by it.
        case premultipliedLast = 1
        /// Alpha precedes the colours, which are multiplied by it.
        case premultipliedFirst = 2
        /// Alpha follows the colours.
        case last = 3
        /// Alpha precedes the colours.
        case first = 4
        /// An unused byte follows the colours.
        case noneSkipLast = 5
        /// An unused byte precedes the colours.
        case noneSkipFirst = 6
        /// A pixel has only alpha.
        case alphaOnly = 7
    }
#endif
