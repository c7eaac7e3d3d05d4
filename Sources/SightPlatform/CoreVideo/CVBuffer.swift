#if !canImport(Darwin)
    import SightImage

    /// An image in memory that a camera or a decoder fills: one plane, or two for NV12.
    public final class CVBuffer: Sendable {
        /// One plane: its first byte, its rows and their length.
        struct Plane {
            let base: UnsafeMutableRawPointer
            let width, height, rowBytes: Int
        }

        let width, height: Int
        let format: OSType
        /// The code that makes a buffer fills it before anybody else gets it, as on Apple's
        /// platforms.
        nonisolated(unsafe) let planes: [Plane]
        /// A function that is called once, when the last reference to the buffer is gone.
        nonisolated(unsafe) private let release: () -> Void

        /// Makes a buffer that uses existing memory.
        init(
            width: Int, height: Int, format: OSType, planes: [Plane],
            release: @escaping () -> Void
        ) {
            self.width = width
            self.height = height
            self.format = format
            self.planes = planes
            self.release = release
        }

        /// Allocates memory with rows padded to 64 bytes, filled with 0.
        convenience init?(width: Int, height: Int, format: OSType) {
            guard let extents = Self.extents(width: width, height: height, format: format) else {
                return nil
            }
            let rowBytes = extents.map { ($0.rowWidth + 63) & ~63 }
            let counts = zip(rowBytes, extents).map { $0 * $1.height }
            let memory = UnsafeMutableRawPointer.allocate(
                byteCount: counts.reduce(0, +), alignment: 64)
            memory.initializeMemory(as: UInt8.self, repeating: 0, count: counts.reduce(0, +))
            var base = memory
            var planes: [Plane] = []
            for (extent, (rowBytes, count)) in zip(extents, zip(rowBytes, counts)) {
                planes.append(
                    Plane(
                        base: base, width: extent.width, height: extent.height, rowBytes: rowBytes))
                base += count
            }
            self.init(width: width, height: height, format: format, planes: planes) {
                memory.deallocate()
            }
        }

        deinit { release() }

        /// Returns samples per row, rows and bytes per row of each plane; `nil` for other formats
        /// and for sizes that no image can have.
        static func extents(width: Int, height: Int, format: OSType)
            -> [(width: Int, height: Int, rowWidth: Int)]?
        {
            let sides = 1...ImageBuffer.maximumSide
            guard sides.contains(width), sides.contains(height),
                4 * width <= Int(Int32.max) / height
            else { return nil }
            switch format {
            case kCVPixelFormatType_32BGRA, kCVPixelFormatType_32ARGB:
                return [(width, height, 4 * width)]
            case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
                kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange:
                let (half, rows) = ((width + 1) / 2, (height + 1) / 2)
                return [(width, height, width), (half, rows, 2 * half)]
            default:
                return nil
            }
        }

        /// Returns a plane; `nil` for an index out of range.
        func plane(_ index: Int) -> Plane? {
            planes.indices.contains(index) ? planes[index] : nil
        }
    }

    /// A buffer with an image.
    public typealias CVImageBuffer = CVBuffer
    /// A buffer whose pixels are in main memory.
    public typealias CVPixelBuffer = CVBuffer
#endif
