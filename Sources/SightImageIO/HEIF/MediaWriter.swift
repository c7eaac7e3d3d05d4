#if HEIF && canImport(CLibHEIF)
    /// Writes boxes of an ISO media file.
    ///
    /// - Source: ISO/IEC 14496-12:2022, section 4.2.2.
    enum MediaWriter {
        /// A number, most significant byte first.
        static func big(_ number: Int, _ byteCount: Int) -> [UInt8] {
            (0..<byteCount).map { UInt8(truncatingIfNeeded: number >> (8 * (byteCount - 1 - $0))) }
        }

        /// A box of a type of four characters.
        static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
            big(content.count + 8, 4) + Array(type.utf8) + content
        }

        /// A box with a version and flags.
        static func fullBox(
            _ type: String, version: Int = 0, flags: Int = 0, _ content: [UInt8]
        ) -> [UInt8] {
            box(type, big(version << 24 | flags, 4) + content)
        }
    }
#endif
