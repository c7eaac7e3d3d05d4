#if !canImport(Darwin)
    /// What a sample holds: the size and format of a picture.
    public final class CMFormatDescription: Hashable, Sendable {
        let width, height: Int
        let format: OSType

        /// Describes a picture.
        public init(imageBuffer: CVImageBuffer) throws {
            width = imageBuffer.width
            height = imageBuffer.height
            format = imageBuffer.format
        }

        /// Whether two descriptions say the same.
        public static func == (first: CMFormatDescription, second: CMFormatDescription) -> Bool {
            (first.width, first.height, first.format)
                == (second.width, second.height, second.format)
        }

        /// Hashes what the description says.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(width)
            hasher.combine(height)
            hasher.combine(format)
        }
    }

    /// What a sample of video holds.
    public typealias CMVideoFormatDescription = CMFormatDescription

    /// Describes a picture.
    ///
    /// - Parameters:
    ///   - allocator: not looked at.
    ///   - imageBuffer: the picture.
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
