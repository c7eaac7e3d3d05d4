#if !canImport(Darwin)
    /// Whole columns and rows of a bitmap, counted from its top-left corner, half-open.
    struct BitmapRect: Hashable, Sendable {
        let minX, minY, maxX, maxY: Int

        var width: Int { maxX - minX }
        var height: Int { maxY - minY }
        var isEmpty: Bool { width <= 0 || height <= 0 }

        /// Returns the part that lies inside a bitmap.
        func clipped(width: Int, height: Int) -> BitmapRect {
            BitmapRect(
                minX: max(minX, 0), minY: max(minY, 0), maxX: min(maxX, width),
                maxY: min(maxY, height))
        }
    }
#endif
