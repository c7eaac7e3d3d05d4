#if !canImport(Darwin)
    /// The position of alpha in a pixel, and whether the colours are multiplied by it.
    public enum CGImageAlphaInfo: UInt32, Sendable {
        /// No alpha.
        case none = 0
        /// After the colours, which are multiplied by it.
        case premultipliedLast = 1
        /// Before the colours, which are multiplied by it.
        case premultipliedFirst = 2
        /// After the colours.
        case last = 3
        /// Before the colours.
        case first = 4
        /// An unused byte after the colours.
        case noneSkipLast = 5
        /// An unused byte before the colours.
        case noneSkipFirst = 6
        /// Alpha and nothing else.
        case alphaOnly = 7
    }
#endif
