#if !canImport(Darwin)
    import SightImage

    /// Which of the four bytes of a bitmap's pixel is which.
    struct BitmapLayout: Hashable, Sendable {
        let red, green, blue, alpha: Int

        /// The layout of a bitmap; `nil` for those that contexts do not take.
        init?(bitmapInfo: UInt32) {
            let info = CGBitmapInfo(rawValue: bitmapInfo)
            let alphaBits = info.intersection(.alphaInfoMask).rawValue
            let places: (Int, Int, Int, Int)
            switch CGImageAlphaInfo(rawValue: alphaBits) {
            case .noneSkipFirst, .premultipliedFirst: places = (1, 2, 3, 0)
            case .noneSkipLast, .premultipliedLast: places = (0, 1, 2, 3)
            default: return nil
            }
            let isLittle: Bool
            switch info.intersection(.byteOrderMask) {
            case .byteOrder32Little: isLittle = true
            case .byteOrder32Big, []: isLittle = false
            default: return nil
            }
            red = isLittle ? 3 - places.0 : places.0
            green = isLittle ? 3 - places.1 : places.1
            blue = isLittle ? 3 - places.2 : places.2
            alpha = isLittle ? 3 - places.3 : places.3
        }

        /// The same layout as a pixel format; `nil` where there is none.
        var pixelFormat: PixelFormat? {
            switch (red, green, blue) {
            case (0, 1, 2): .rgba8
            case (2, 1, 0): .bgra8
            default: nil
            }
        }
    }
#endif
