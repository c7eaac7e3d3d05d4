#if !canImport(Darwin)
    /// The size and the pixel format of a sample's image.
    public final class CMFormatDescription: Hashable, Sendable {
        let width, height: Int
        let format: OSType

        /// Describes an image.
        public init(imageBuffer: CVImageBuffer) throws {
            width = imageBuffer.width
            height = imageBuffer.height
            format = imageBuffer.format
        }

        /// Whether two descriptions are equal.
        public static func == (first: CMFormatDescription, second: CMFormatDescription) -> Bool {
            (first.width, first.height, first.format)
                == (second.width, second.height, second.format)
        }

        /// Hashes the description.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(width)
            hasher.combine(height)
            hasher.combine(format)
        }
    }

    /// The description of a video sample.
    public typealias CMVideoFormatDescription = CMFormatDescription

    /// Describes an image.
    ///
    /// - Parameters:
    ///   - allocator: ignored.
    ///   - imageBuffer: the image.
    ///   - formatDescriptionOut: set to the description.
    /// - Returns: success.
    @discardableResult
    public func CMVideoFormatDescriptionCreateForImageBuffer(
        allocator: CFAllocator?, imageBuffer: CVImageBuffer,
        formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
    ) -> OSStatus {
        formatDescriptionOut.pointee = try? CMFormatDescription(imageBuffer: imageBuffer)
        return 0
    }
#endif
