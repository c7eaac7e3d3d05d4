#if HEIF && canImport(CLibHEIF)
    import SightImage

    /// Checks what libheif would decode, before it decodes.
    ///
    /// libheif trusts the size that the container states, decodes an image again for each reference
    /// to it, and follows references from an image to itself. This check knows single images and
    /// grids of them, as cameras write them, and reads the sizes that the decoders will see.
    struct HEIFCheck {
        /// The deepest nesting: a grid, its images, and their transparency, which may be a grid.
        private static let deepest = 3
        /// The number of pixels that an image counts at least, so that many tiny ones count, too.
        private static let smallestPixels = 4096
        private static let transparency = [
            "urn:mpeg:avc:2015:auxid:1", "urn:mpeg:hevc:2015:auxid:1",
            "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha",
        ]

        private let items: HEIFItems
        private let limits: DecodeLimits
        /// The pixels that may still be decoded: the images of a grid may extend beyond its edges,
        /// and transparency has as many pixels as the image.
        private var pixelsLeft: Int
        /// The bytes of images that may still be read.
        private var bytesLeft: Int
        /// The pixels of the images that were seen, by the number of the item.
        private var pixels: [Int: Int] = [:]

        /// Checks the primary image of a file.
        ///
        /// - Throws: `damaged`; `unsupportedFormat` for images that are made of others in another
        ///   way than as a grid; `invalidDimensions` and `tooLarge` as `limits` say.
        static func check(_ bytes: RawSpan, limits: DecodeLimits) throws(ImageError) {
            let items = try HEIFItems(bytes)
            let (pixels, overflow) = limits.maximumPixels.multipliedReportingOverflow(by: 4)
            var check = HEIFCheck(
                items: items, limits: limits, pixelsLeft: overflow ? .max : pixels,
                bytesLeft: bytes.byteCount)
            try check.visit(items.primary, bytes, depth: 0)
        }

        private init(items: HEIFItems, limits: DecodeLimits, pixelsLeft: Int, bytesLeft: Int) {
            self.items = items
            self.limits = limits
            self.pixelsLeft = pixelsLeft
            self.bytesLeft = bytesLeft
        }

        private mutating func visit(
            _ item: Int, _ bytes: RawSpan, depth: Int
        ) throws(ImageError) {
            guard depth <= Self.deepest else {
                throw ImageError(
                    .unsupportedFormat, "unsupported HEIF: images are made of each other")
            }
            if items.types[item] == "grid" {
                try checkGrid(item, bytes)
                for part in items.parts[item] ?? [] { try visit(part, bytes, depth: depth + 1) }
            } else {
                pixelsLeft -= max(try codedPixels(item, bytes), Self.smallestPixels)
                guard pixelsLeft >= 0 else {
                    throw ImageError(
                        .tooLarge,
                        "the file makes its image of more than four times the pixels "
                            + "that the limits allow, \(limits.maximumPixels)")
                }
            }
            for companion in items.companions[item] ?? [] where isTransparency(companion, bytes) {
                try visit(companion, bytes, depth: depth + 1)
            }
        }

        /// Returns the number of pixels of a coded image, after a check of its sizes.
        private mutating func codedPixels(
            _ item: Int, _ bytes: RawSpan
        ) throws(ImageError) -> Int {
            if let known = pixels[item] { return known }
            let type = items.types[item] ?? "?"
            let property: String
            let sizesInProperty: (Range<Int>, RawSpan) throws(ImageError) -> [CodedSize]
            let sizesInItem: ([UInt8]) throws(ImageError) -> [CodedSize]
            switch type {
            case "hvc1", "hev1":
                property = "hvcC"
                sizesInProperty = HEVCHeaders.sizes(inProperty:_:)
                sizesInItem = HEVCHeaders.sizes(inItem:)
            case "av01":
                property = "av1C"
                sizesInProperty = AV1Headers.sizes(inProperty:_:)
                sizesInItem = AV1Headers.sizes(inItem:)
            default:
                throw ImageError(
                    .unsupportedFormat, "unsupported HEIF: an image of the type \"\(type)\"")
            }
            var sizes = try sizesInItem(try data(of: item, bytes))
            for box in items.properties[item] ?? [] where box.type == property {
                sizes += try sizesInProperty(box.content, bytes)
            }
            var largest = 0
            for size in sizes {
                try limits.check(width: size.width, height: size.height)
                largest = max(largest, size.width * size.height)
            }
            guard largest > 0 else {
                throw ImageError(.damaged, "damaged HEIF: item \(item) states no size")
            }
            pixels[item] = largest
            return largest
        }

        /// Checks the size of a grid and the number of its images.
        private mutating func checkGrid(_ item: Int, _ bytes: RawSpan) throws(ImageError) {
            let grid = try data(of: item, bytes)
            guard grid.count >= 8 else {
                throw ImageError(.damaged, "damaged HEIF: item \(item) is cut off")
            }
            let size = grid[1] & 1 == 0 ? 2 : 4
            func side(_ place: Int) -> Int {
                grid[(4 + place * size)...].prefix(size).reduce(0) { $0 << 8 | Int($1) }
            }
            guard grid.count >= 4 + 2 * size,
                (Int(grid[2]) + 1) * (Int(grid[3]) + 1) == items.parts[item]?.count
            else { throw ImageError(.damaged, "damaged HEIF: item \(item) is no valid grid") }
            try limits.check(width: side(0), height: side(1))
        }

        private mutating func data(of item: Int, _ bytes: RawSpan) throws(ImageError) -> [UInt8] {
            var data: [UInt8] = []
            for place in items.places[item] ?? [] {
                bytesLeft -= place.count
                guard bytesLeft >= 0 else {
                    throw ImageError(.damaged, "damaged HEIF: images share their bytes")
                }
                bytes.extracting(place).withUnsafeBytes { data += $0 }
            }
            return data
        }

        private func isTransparency(_ item: Int, _ bytes: RawSpan) -> Bool {
            (items.properties[item] ?? []).contains { box in
                box.type == "auxC"
                    && Self.transparency.contains { kind in
                        let text = box.content.dropFirst(4).prefix(kind.utf8.count)
                        return text.compactMap { bytes.byte(at: $0) } == Array(kind.utf8)
                    }
            }
        }
    }
#endif
