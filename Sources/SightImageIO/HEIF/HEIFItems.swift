#if HEIF && canImport(CLibHEIF)
    import SightImage

    /// The items of a HEIF file, such as coded images, and images that are derived from them.
    ///
    /// - Source: ISO/IEC 14496-12:2022, section 8.11; ISO/IEC 23008-12:2022, sections 6.6 and 9.
    struct HEIFItems {
        /// The properties that change the pixels of an image, and how many of each it may have: a
        /// color profile may be there in two forms.
        static let propertyLimits = [
            "hvcC": 1, "av1C": 1, "ispe": 1, "pixi": 1, "colr": 2, "auxC": 1, "irot": 1, "imir": 1,
            "clap": 1,
        ]

        /// The most references and extents that are kept; the largest grid has 65,536 images.
        private static let mostEntries = 200_000
        private var entriesLeft = Self.mostEntries

        /// The ID of the image that the file shows.
        private(set) var primary = 0
        /// The type of each item, such as `hvc1` or `grid`, by its ID.
        private(set) var types: [Int: String] = [:]
        /// The IDs of the images that an image is derived from, by its ID.
        private(set) var sources: [Int: [Int]] = [:]
        /// The IDs of the auxiliary items of an image, such as its alpha channel, by its ID.
        private(set) var auxiliaries: [Int: [Int]] = [:]
        /// The properties of each item that have a limit, by its ID.
        private(set) var properties: [Int: [MediaBox]] = [:]
        /// The parts of the file that hold the bytes of each item, by its ID.
        private(set) var extents: [Int: [Range<Int>]] = [:]

        /// Reads the tables of a file.
        ///
        /// - Throws: `damaged`.
        init(_ bytes: RawSpan) throws(ImageError) {
            let metas = try MediaBox.list(in: bytes, 0..<bytes.byteCount)
                .filter { $0.type == "meta" }
            guard metas.count == 1, let meta = metas.first, meta.content.count >= 4 else {
                throw ImageError(
                    .damaged, "damaged HEIF: \(metas.count) tables of images, one is needed")
            }
            var cursor = MediaCursor(meta.content)
            _ = try cursor.version(bytes)
            let boxes = try MediaBox.list(in: bytes, cursor.offset..<meta.content.upperBound)
            func content(_ type: String) -> Range<Int>? {
                boxes.first { $0.type == type }?.content
            }
            guard let table = content("pitm") else {
                throw ImageError(.damaged, "damaged HEIF: no primary image")
            }
            cursor = MediaCursor(table)
            primary = try cursor.number(try cursor.version(bytes) == 0 ? 2 : 4, bytes)
            if let table = content("iinf") { try readTypes(bytes, table) }
            if let table = content("iref") { try readReferences(bytes, table) }
            if let table = content("iprp") { try readProperties(bytes, table) }
            if let table = content("iloc") { try readExtents(bytes, table, idat: content("idat")) }
        }

        private mutating func readTypes(_ bytes: RawSpan, _ table: Range<Int>) throws(ImageError) {
            var cursor = MediaCursor(table)
            _ = try cursor.number(try cursor.version(bytes) == 0 ? 2 : 4, bytes)
            for entry in try MediaBox.list(in: bytes, cursor.offset..<table.upperBound)
            where entry.type == "infe" {
                var cursor = MediaCursor(entry.content)
                let version = try cursor.version(bytes)
                // Entries of the versions 0 and 1 are no images.
                guard version >= 2 else { continue }
                let id = try cursor.number(version == 2 ? 2 : 4, bytes)
                _ = try cursor.number(2, bytes)
                let type = try cursor.skip(4).compactMap { bytes.byte(at: $0) }
                let known = types.updateValue(String(decoding: type, as: UTF8.self), forKey: id)
                guard known == nil else {
                    throw ImageError(.damaged, "damaged HEIF: item \(id) exists twice")
                }
            }
        }

        private mutating func readReferences(
            _ bytes: RawSpan, _ table: Range<Int>
        ) throws(ImageError) {
            var cursor = MediaCursor(table)
            let size = try cursor.version(bytes) == 0 ? 2 : 4
            for list in try MediaBox.list(in: bytes, cursor.offset..<table.upperBound)
            where ["dimg", "auxl"].contains(list.type) {
                var cursor = MediaCursor(list.content)
                let from = try cursor.number(size, bytes)
                for _ in 0..<(try cursor.number(2, bytes)) {
                    let to = try cursor.number(size, bytes)
                    guard types[from] != nil, types[to] != nil else { continue }
                    try countEntry()
                    if list.type == "dimg" {
                        sources[from, default: []].append(to)
                    } else {
                        auxiliaries[to, default: []].append(from)
                    }
                }
            }
        }

        private mutating func readProperties(
            _ bytes: RawSpan, _ tables: Range<Int>
        ) throws(ImageError) {
            let boxes = try MediaBox.list(in: bytes, tables)
            guard let all = boxes.first(where: { $0.type == "ipco" }) else { return }
            let known = try MediaBox.list(in: bytes, all.content)
            for table in boxes where table.type == "ipma" {
                var cursor = MediaCursor(table.content)
                let head = try cursor.number(4, bytes)
                for _ in 0..<(try cursor.number(4, bytes)) {
                    let id = try cursor.number(head >> 24 == 0 ? 2 : 4, bytes)
                    for _ in 0..<(try cursor.number(1, bytes)) {
                        // The first bit says whether a reader must understand the property.
                        let index =
                            head & 1 == 0
                            ? try cursor.number(1, bytes) & 0x7f
                            : try cursor.number(2, bytes) & 0x7fff
                        guard known.indices.contains(index - 1) else { continue }
                        try add(known[index - 1], to: id)
                    }
                }
            }
        }

        private mutating func countEntry() throws(ImageError) {
            entriesLeft -= 1
            guard entriesLeft >= 0 else {
                throw ImageError(
                    .damaged, "damaged HEIF: more than \(Self.mostEntries) references and extents")
            }
        }

        private mutating func add(_ property: MediaBox, to id: Int) throws(ImageError) {
            guard let limit = Self.propertyLimits[property.type], types[id] != nil else { return }
            let others = properties[id, default: []].filter { $0.type == property.type }
            guard others.count < limit else {
                throw ImageError(
                    .damaged, "damaged HEIF: item \(id) has the property \(property.type) twice")
            }
            properties[id, default: []].append(property)
        }

        private mutating func readExtents(
            _ bytes: RawSpan, _ table: Range<Int>, idat: Range<Int>?
        ) throws(ImageError) {
            var cursor = MediaCursor(table)
            let version = try cursor.version(bytes)
            let sizes = try cursor.number(2, bytes)
            let (offsetSize, lengthSize) = (sizes >> 12, sizes >> 8 & 15)
            let (baseSize, indexSize) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
            guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy([0, 4, 8].contains)
            else {
                throw ImageError(.damaged, "damaged HEIF: numbers of neither 0, 4 nor 8 bytes")
            }
            let idSize = version < 2 ? 2 : 4
            for _ in 0..<(try cursor.number(idSize, bytes)) {
                let id = try cursor.number(idSize, bytes)
                let method = version == 0 ? 0 : try cursor.number(2, bytes) & 15
                _ = try cursor.number(2, bytes)
                let base = try cursor.number(baseSize, bytes)
                let count = try cursor.number(2, bytes)
                guard lengthSize > 0 else {
                    // Extents without a length hold nothing.
                    _ = try cursor.skip(count * (indexSize + offsetSize))
                    continue
                }
                for _ in 0..<count {
                    _ = try cursor.number(indexSize, bytes)
                    let offset = try cursor.number(offsetSize, bytes)
                    let length = try cursor.number(lengthSize, bytes)
                    let whole = method == 1 ? idat ?? 0..<0 : 0..<bytes.byteCount
                    guard base <= whole.count, offset <= whole.count - base,
                        length <= whole.count - base - offset
                    else { throw ImageError(.damaged, "damaged HEIF: item \(id) is cut off") }
                    guard types[id] != nil else { continue }
                    try countEntry()
                    let start = whole.lowerBound + base + offset
                    extents[id, default: []].append(start..<start + length)
                }
            }
        }
    }
#endif
