#if !canImport(Darwin)
    import Foundation

    /// A colour of a context; black until set.
    struct BitmapColor: Hashable, Sendable {
        var red: UInt8 = 0
        var green: UInt8 = 0
        var blue: UInt8 = 0

        init() {}

        /// A colour of components in 0…1; others are moved inside.
        init(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat) {
            self.red = Self.byte(red)
            self.green = Self.byte(green)
            self.blue = Self.byte(blue)
        }

        private static func byte(_ value: CGFloat) -> UInt8 {
            guard value > 0 else { return 0 }  // and NaN
            return UInt8((255 * min(value, 1)).rounded())
        }
    }
#endif
