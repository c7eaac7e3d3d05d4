#if HEIF && canImport(CLibHEIF)
    import SightImage

    /// The primary image of a HEIF file as a file of its own, which libheif can decode safely.
    ///
    /// libheif trusts the size that the file states, decodes an image again for each reference to
    /// it, follows references from an image to itself, and reads some damaged tables in its own way.
    /// An excerpt has only what was understood: a coded image, or a grid of such images as cameras
    /// write it, with alpha channels, and the properties that change their pixels.
    struct HEIFExcerpt {
        /// The deepest nesting: a grid, its images, and their alpha channels, which may be grids.
        private static let deepest = 3
        /// The number of pixels that an image counts at least, so that many tiny ones count, too.
        private static let leastPixels = 4096
        /// The number of pixels by which a side that is coded as HEVC may exceed that of the image,
        /// which a decoder cuts; `HEIFReader` checks the image.
        private static let mostPadding = 63
        private static let mostItems = 20_000
        private static let alpha = [
            "urn:mpeg:avc:2015:auxid:1", "urn:mpeg:hevc:2015:auxid:1",
            "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha",
        ]

        private let source: HEIFItems
        private let limits: DecodeLimits
        /// The pixels that a decoder may decode in all.
        ///
        /// The images of a grid may extend beyond its edges, and alpha channels count.
        private let mostPixels: Int
        /// The bytes of the source that may still be copied.
        private var bytesLeft: Int

        /// The IDs of the items in the source, in the order of the excerpt, whose IDs start with 1.
        private var order: [Int] = []
        /// The IDs in the excerpt, and the pixels that decoding an item decodes, by the ID in the
        /// source.
        private var ids: [Int: Int] = [:]
        private var pixels: [Int: Int] = [:]
        /// The place of each item's bytes in `data`, by its extents: images may share them.
        private var places: [[Range<Int>]: Range<Int>] = [:]
        private var data: [UInt8] = []

        /// Makes an excerpt.
        ///
        /// - Throws: `damaged`; `unsupportedFormat` for an image that is derived from others in
        ///   another way than as a grid; `invalidDimensions` and `tooLarge` as `limits` say.
        static func make(
            _ bytes: RawSpan, limits: DecodeLimits
        ) throws(ImageError) -> [UInt8] {
            var excerpt = HEIFExcerpt(try HEIFItems(bytes), bytes.byteCount, limits)
            _ = try excerpt.add(excerpt.source.primary, bytes, depth: 0)
            return try excerpt.file(bytes)
        }

        private init(_ source: HEIFItems, _ byteCount: Int, _ limits: DecodeLimits) {
            self.source = source
            self.limits = limits
            let (pixels, overflow) = limits.maximumPixels.multipliedReportingOverflow(by: 4)
            mostPixels = overflow ? .max : pixels
            bytesLeft = byteCount
        }

        /// Adds an item and those that it needs.
        ///
        /// - Returns: the number of pixels that decoding it decodes.
        private mutating func add(
            _ item: Int, _ bytes: RawSpan, depth: Int
        ) throws(ImageError) -> Int {
            if let known = pixels[item] { return known }
            guard depth <= Self.deepest else {
                throw ImageError(
                    .unsupportedFormat, "unsupported HEIF: images are derived from each other")
            }
            if ids[item] == nil {
                guard order.count < Self.mostItems else {
                    throw ImageError(.tooLarge, "more than \(Self.mostItems) images")
                }
                order.append(item)
                ids[item] = order.count
            }
            var count = 0
            if source.types[item] == "grid" {
                try checkGrid(item, bytes)
                for source in source.sources[item] ?? [] {
                    try limit(&count, adding: try add(source, bytes, depth: depth + 1))
                }
            } else {
                count = try codedPixels(item, bytes)
            }
            for auxiliary in alphas(of: item, bytes) {
                try limit(&count, adding: try add(auxiliary, bytes, depth: depth + 1))
            }
            pixels[item] = count
            return count
        }

        private func limit(_ count: inout Int, adding more: Int) throws(ImageError) {
            let (sum, overflow) = count.addingReportingOverflow(more)
            guard !overflow, sum <= mostPixels else {
                throw ImageError(
                    .tooLarge,
                    "the file makes its image of more than four times the pixels that "
                        + "the limits allow, \(limits.maximumPixels)")
            }
            count = sum
        }

        /// Returns the number of pixels of a coded image, after a check of its size.
        private mutating func codedPixels(
            _ item: Int, _ bytes: RawSpan
        ) throws(ImageError) -> Int {
            let type = source.types[item] ?? "?"
            guard let propertyType = ["hvc1": "hvcC", "av01": "av1C"][type] else {
                throw ImageError(
                    .unsupportedFormat, "unsupported HEIF: an image of the type \"\(type)\"")
            }
            let property = source.properties[item]?.first { $0.type == propertyType }
            guard let property else {
                throw ImageError(.damaged, "damaged HEIF: item \(item) has no \(propertyType)")
            }
            let place = try copy(item, bytes)
            let coded = data.span.bytes.extracting(place)
            let configuration = bytes.extracting(property.content)
            let size =
                type == "hvc1"
                ? try HEVCHeaders.size(property: configuration, item: coded)
                : try AV1Headers.size(property: configuration, item: coded)
            guard size.width > 0, size.height > 0 else {
                throw ImageError(.damaged, "damaged HEIF: item \(item) states no size")
            }
            let padding = type == "hvc1" ? Self.mostPadding : 0
            do {
                try limits.check(
                    width: max(1, size.width - padding), height: max(1, size.height - padding))
            } catch {
                try limits.check(width: size.width, height: size.height)
                throw error
            }
            var count = 0
            let (area, overflow) = size.width.multipliedReportingOverflow(by: size.height)
            let (all, overflowOfAll) = max(area, Self.leastPixels)
                .multipliedReportingOverflow(by: max(1, size.pictureCount))
            try limit(&count, adding: overflow || overflowOfAll ? .max : all)
            return count
        }

        /// Checks the size of a grid and the number of its images.
        private mutating func checkGrid(_ item: Int, _ bytes: RawSpan) throws(ImageError) {
            let grid = data[try copy(item, bytes)]
            let header = Array(grid.prefix(12))
            let sideBytes = header.count > 1 && header[1] & 1 != 0 ? 4 : 2
            guard header.count >= 4 + 2 * sideBytes,
                (Int(header[2]) + 1) * (Int(header[3]) + 1) == source.sources[item]?.count
            else { throw ImageError(.damaged, "damaged HEIF: item \(item) is not a valid grid") }
            func side(_ place: Int) -> Int {
                header.dropFirst(4 + place * sideBytes).prefix(sideBytes)
                    .reduce(0) { $0 << 8 | Int($1) }
            }
            try limits.check(width: side(0), height: side(1))
        }

        /// Copies the bytes of an item, and returns their place in the data.
        private mutating func copy(_ item: Int, _ bytes: RawSpan) throws(ImageError) -> Range<Int> {
            let extents = source.extents[item] ?? []
            if let known = places[extents] { return known }
            let start = data.count
            for extent in extents {
                bytesLeft -= extent.count
                guard bytesLeft >= 0 else {
                    throw ImageError(.damaged, "damaged HEIF: the bytes of images overlap")
                }
                bytes.extracting(extent).withUnsafeBytes { data += $0 }
            }
            places[extents] = start..<data.count
            return start..<data.count
        }

        private func alphas(of item: Int, _ bytes: RawSpan) -> [Int] {
            (source.auxiliaries[item] ?? []).filter { auxiliary in
                (source.properties[auxiliary] ?? []).contains { property in
                    property.type == "auxC"
                        && Self.alpha.contains { kind in
                            let text = property.content.dropFirst(4).prefix(kind.utf8.count)
                            return text.compactMap { bytes.byte(at: $0) } == Array(kind.utf8)
                        }
                }
            }
        }

        // MARK: The file

        private func file(_ bytes: RawSpan) throws(ImageError) -> [UInt8] {
            let isAV1 = order.contains { source.types[$0] == "av01" }
            let brand = Array((isAV1 ? "avif" : "heic").utf8)
            let type = MediaWriter.box("ftyp", brand + [0, 0, 0, 0] + Array("mif1".utf8) + brand)
            // The offsets in the table have the same size whatever their values are.
            let start = type.count + meta(bytes, dataStart: 0).count + 8
            guard start + data.count <= Int(Int32.max) else {
                throw ImageError(.tooLarge, "images of more than \(Int32.max) bytes")
            }
            var file = type + meta(bytes, dataStart: start)
            file += MediaWriter.big(data.count + 8, 4) + Array("mdat".utf8)
            file += data
            return file
        }

        private func meta(_ bytes: RawSpan, dataStart: Int) -> [UInt8] {
            var (types, locations, references): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
            for (index, item) in order.enumerated() {
                let id = MediaWriter.big(index + 1, 2)
                types += MediaWriter.fullBox(
                    "infe", version: 2, id + [0, 0] + Array((source.types[item] ?? "").utf8) + [0])
                let place = places[source.extents[item] ?? []] ?? 0..<0
                locations += id + [0, 0, 0, 1] + MediaWriter.big(dataStart + place.lowerBound, 4)
                locations += MediaWriter.big(place.count, 4)
                references += referenceBoxes(of: item, id, bytes)
            }
            let count = MediaWriter.big(order.count, 2)
            let handler = [UInt8](repeating: 0, count: 4) + Array("pict".utf8)
            return MediaWriter.fullBox(
                "meta",
                MediaWriter.fullBox("hdlr", handler + [UInt8](repeating: 0, count: 13))
                    + MediaWriter.fullBox("pitm", MediaWriter.big(1, 2))
                    + MediaWriter.fullBox("iloc", [0x44, 0] + count + locations)
                    + MediaWriter.fullBox("iinf", count + types)
                    + (references.isEmpty ? [] : MediaWriter.fullBox("iref", references))
                    + properties(bytes))
        }

        private func referenceBoxes(of item: Int, _ id: [UInt8], _ bytes: RawSpan) -> [UInt8] {
            var boxes: [UInt8] = []
            let isGrid = source.types[item] == "grid"
            let sources = isGrid ? (source.sources[item] ?? []).compactMap { ids[$0] } : []
            if !sources.isEmpty {
                boxes += MediaWriter.box(
                    "dimg",
                    id + MediaWriter.big(sources.count, 2)
                        + sources.flatMap { MediaWriter.big($0, 2) })
            }
            for auxiliary in alphas(of: item, bytes).compactMap({ ids[$0] }) {
                boxes += MediaWriter.box("auxl", MediaWriter.big(auxiliary, 2) + [0, 1] + id)
            }
            return boxes
        }

        /// The table of properties, each of them once, and that of the items that have them.
        private func properties(_ bytes: RawSpan) -> [UInt8] {
            var (boxes, associations): ([UInt8], [UInt8]) = ([], [])
            var indices: [Range<Int>: Int] = [:]
            for (index, item) in order.enumerated() {
                let properties = source.properties[item] ?? []
                associations += MediaWriter.big(index + 1, 2) + [UInt8(properties.count)]
                for property in properties {
                    if indices[property.content] == nil {
                        indices[property.content] = indices.count + 1
                        let content = property.content.compactMap { bytes.byte(at: $0) }
                        boxes += MediaWriter.box(property.type, content)
                    }
                    associations += MediaWriter.big(indices[property.content] ?? 0, 2)
                }
            }
            let table = MediaWriter.big(order.count, 4) + associations
            return MediaWriter.box(
                "iprp",
                MediaWriter.box("ipco", boxes) + MediaWriter.fullBox("ipma", flags: 1, table))
        }
    }
#endif
