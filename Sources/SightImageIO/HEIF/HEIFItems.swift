#if HEIF && canImport(CLibHEIF)
    import SightImage

    /// The items of a HEIF file, such as coded images, and images that are made of them.
    ///
    /// - Source: ISO/IEC 14496-12:2022, section 8.11; ISO/IEC 23008-12:2022, sections 6.6 and 9.
    struct HEIFItems {
        /// The number of the image that the file shows.
        private(set) var primary = 0
        /// The type of each item, such as `hvc1` or `grid`, by its number.
        private(set) var types: [Int: String] = [:]
        /// The images that a derived image is made of, by its number.
        private(set) var parts: [Int: [Int]] = [:]
        /// The items that accompany an image, such as its transparency, by the image's number.
        private(set) var companions: [Int: [Int]] = [:]
        /// The properties of each item, by its number.
        private(set) var properties: [Int: [MediaBox]] = [:]
        /// The places of each item's bytes in the file, by its number.
        private(set) var places: [Int: [Range<Int>]] = [:]

        /// Reads the tables of a file.
        ///
        /// - Throws: `damaged`.
        init(_ bytes: RawSpan) throws(ImageError) {
            let tables = MediaBox.list(in: bytes, 0..<bytes.byteCount).filter { $0.type == "meta" }
            guard tables.count == 1, let meta = tables.first, meta.content.count >= 4 else {
                throw ImageError(
                    .damaged, "damaged HEIF: \(tables.count) tables of images, one is needed")
            }
            let boxes = MediaBox.list(
                in: bytes, meta.content.dropFirst(4).startIndex..<meta.content.upperBound)
            func content(_ type: String) -> Range<Int>? {
                boxes.first { $0.type == type }?.content
            }
            guard let place = content("pitm") else {
                throw ImageError(.damaged, "damaged HEIF: no primary image")
            }
            var cursor = MediaCursor(place)
            let version = try cursor.version(bytes)
            primary = try cursor.number(version == 0 ? 2 : 4, bytes)
            if let place = content("iinf") { try readTypes(bytes, place) }
            if let place = content("iref") { try readReferences(bytes, place) }
            if let place = content("iprp") { try readProperties(bytes, place) }
            if let place = content("iloc") { try readPlaces(bytes, place, idat: content("idat")) }
        }

        private mutating func readTypes(_ bytes: RawSpan, _ table: Range<Int>) throws(ImageError) {
            var cursor = MediaCursor(table)
            _ = try cursor.number(try cursor.version(bytes) == 0 ? 2 : 4, bytes)
            for entry in MediaBox.list(in: bytes, cursor.offset..<table.upperBound)
            where entry.type == "infe" {
                var cursor = MediaCursor(entry.content)
                let version = try cursor.version(bytes)
                // Entries of the versions 0 and 1 are no images.
                guard version >= 2 else { continue }
                let item = try cursor.number(version == 2 ? 2 : 4, bytes)
                _ = try cursor.number(2, bytes)
                let type = try cursor.skip(4).compactMap { bytes.byte(at: $0) }
                let known = types.updateValue(String(decoding: type, as: UTF8.self), forKey: item)
                guard known == nil else {
                    throw ImageError(.damaged, "damaged HEIF: item \(item) exists twice")
                }
            }
        }

        private mutating func readReferences(
            _ bytes: RawSpan, _ table: Range<Int>
        ) throws(ImageError) {
            var cursor = MediaCursor(table)
            let size = try cursor.version(bytes) == 0 ? 2 : 4
            for list in MediaBox.list(in: bytes, cursor.offset..<table.upperBound) {
                var cursor = MediaCursor(list.content)
                let source = try cursor.number(size, bytes)
                for _ in 0..<(try cursor.number(2, bytes)) {
                    let target = try cursor.number(size, bytes)
                    if list.type == "dimg" { parts[source, default: []].append(target) }
                    if list.type == "auxl" { companions[target, default: []].append(source) }
                }
            }
        }

        private mutating func readProperties(
            _ bytes: RawSpan, _ tables: Range<Int>
        ) throws(ImageError) {
            let boxes = MediaBox.list(in: bytes, tables)
            guard let all = boxes.first(where: { $0.type == "ipco" }) else { return }
            let known = MediaBox.list(in: bytes, all.content)
            for table in boxes where table.type == "ipma" {
                var cursor = MediaCursor(table.content)
                let head = try cursor.number(4, bytes)
                for _ in 0..<(try cursor.number(4, bytes)) {
                    let item = try cursor.number(head >> 24 == 0 ? 2 : 4, bytes)
                    for _ in 0..<(try cursor.number(1, bytes)) {
                        // The first bit says whether a reader must understand the property.
                        let index =
                            head & 1 == 0
                            ? try cursor.number(1, bytes) & 0x7f
                            : try cursor.number(2, bytes) & 0x7fff
                        guard known.indices.contains(index - 1) else { continue }
                        properties[item, default: []].append(known[index - 1])
                    }
                }
            }
        }

        private mutating func readPlaces(
            _ bytes: RawSpan, _ table: Range<Int>, idat: Range<Int>?
        ) throws(ImageError) {
            var cursor = MediaCursor(table)
            let version = try cursor.version(bytes)
            let sizes = try cursor.number(2, bytes)
            let (offsetSize, lengthSize) = (sizes >> 12, sizes >> 8 & 15)
            let (baseSize, indexSize) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
            guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy({ $0 <= 8 }) else {
                throw ImageError(.damaged, "damaged HEIF: numbers of more than 8 bytes")
            }
            let numberSize = version < 2 ? 2 : 4
            for _ in 0..<(try cursor.number(numberSize, bytes)) {
                let item = try cursor.number(numberSize, bytes)
                let method = version == 0 ? 0 : try cursor.number(2, bytes) & 15
                _ = try cursor.number(2, bytes)
                let base = try cursor.number(baseSize, bytes)
                let count = try cursor.number(2, bytes)
                // Places without a length hold nothing.
                for _ in 0..<(lengthSize == 0 ? 0 : count) {
                    _ = try cursor.number(indexSize, bytes)
                    let offset = try cursor.number(offsetSize, bytes)
                    let length = try cursor.number(lengthSize, bytes)
                    let whole = method == 1 ? idat ?? 0..<0 : 0..<bytes.byteCount
                    guard base <= whole.count, offset <= whole.count - base,
                        length <= whole.count - base - offset
                    else { throw ImageError(.damaged, "damaged HEIF: item \(item) is cut off") }
                    let start = whole.lowerBound + base + offset
                    places[item, default: []].append(start..<start + length)
                }
                if lengthSize == 0 { _ = try cursor.skip(count * (indexSize + offsetSize)) }
            }
        }
    }
#endif
