/// Damages a model file by setting its meaningful numbers to limit values.
///
/// The same seed gives the same damage.
package struct StructuredMutator<Generator: RandomNumberGenerator> {
    package var generator: Generator

    package init(_ generator: Generator) { self.generator = generator }

    /// Changes one to four numbers in place; their places come from the undamaged bytes.
    package mutating func damage(_ bytes: inout [UInt8]) {
        let sites = ModelSites(bytes).sites
        guard !sites.isEmpty else { return }
        // The kind is picked first, because a file has hundreds of words of data for one element
        // type.
        let kinds = ModelSites.Kind.allCases.filter { kind in sites.contains { $0.kind == kind } }
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let kind = pick(kinds)
            let same = sites.filter { $0.kind == kind }
            let site = pick(same)
            if Int.random(in: 0..<4, using: &generator) == 0 {
                copy(pick(same), to: site, &bytes)
            } else {
                write(value(kind, bytes.count), to: site, &bytes)
            }
        }
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &generator)]
    }

    private func copy(_ source: ModelSites.Site, to site: ModelSites.Site, _ bytes: inout [UInt8]) {
        for index in 0..<min(source.width, site.width) {
            bytes[site.offset + index] = bytes[source.offset + index]
        }
    }

    private func write(_ value: Int, to site: ModelSites.Site, _ bytes: inout [UInt8]) {
        for (index, byte) in value.littleEndianBytes.prefix(site.width).enumerated() {
            bytes[site.offset + index] = byte
        }
    }

    private mutating func value(_ kind: ModelSites.Kind, _ byteCount: Int) -> Int {
        switch kind {
        case .operatorCode: return Int.random(in: 0..<212, using: &generator)
        case .version: return Int.random(in: 1...12, using: &generator)
        case .elementType: return Int.random(in: 0...19, using: &generator)
        case .extent:
            return pick([0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 64, 255, 4096, 65536, 1 << 30, -1])
        case .index: return Int.random(in: -1..<12, using: &generator)
        case .option, .count:
            return pick([-2, -1, 0, 1, 2, 3, 4, 5, 8, 16, 255, 1 << 16, 0x7FFF_FFFF, 1 << 31])
        case .scale:
            let scales: [Float] = [
                0, 1, 0.5, 1e-38, 1e-30, 1e30, 3e38, -1, 1 / 256, 0.003, .infinity, .nan,
            ]
            return Int(pick(scales).bitPattern)
        case .zeroPoint:
            return pick([-32769, -129, -128, -1, 0, 1, 127, 128, 255, 256, 32767, 1 << 31, 1 << 40])
        case .data:
            return pick([
                -1, 0, 1, 2, 3, 7, 0x7F, 0x80, 0xFF, 0x7FFF_FFFF, 1 << 31, 0x7F80_0000,
                0x7FC0_0000, Int.random(in: 0...0xFFFF_FFFF, using: &generator),
            ])
        case .slot:
            return pick([0, 4, 6, 8, 12, 16, 0xFFFF])
        }
    }
}
