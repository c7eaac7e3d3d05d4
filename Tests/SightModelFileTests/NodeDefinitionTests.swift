import SightModelFile
import Testing

@Suite struct NodeDefinitionTests {
    /// A field that contains bytes.
    private static func field(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
        [number << 3 | 2, UInt8(bytes.count)] + bytes
    }

    /// An attribute of a node; the value is an `AttrValue` message.
    private static func attribute(_ name: String, _ value: [UInt8]) -> [UInt8] {
        field(5, field(1, Array(name.utf8)) + field(2, value))
    }

    /// A FlexBuffer list of two texts, each below 256 bytes.
    private static func options(_ name: String, _ node: [UInt8]) -> [UInt8] {
        var (bytes, places): ([UInt8], [Int]) = ([], [])
        for text in [Array(name.utf8), node] {
            bytes.append(UInt8(text.count))
            places.append(bytes.count)
            bytes += text + [0]
        }
        bytes.append(2)
        let start = bytes.count
        for place in places { bytes.append(UInt8(bytes.count - place)) }
        return bytes + [5 << 2, 5 << 2, UInt8(bytes.count + 2 - start), 10 << 2, 1]
    }

    private static let node: [UInt8] =
        field(1, Array("patches".utf8)) + field(2, Array("ExtractImagePatches".utf8))
        + attribute("ksizes", field(1, field(3, [1, 3, 0xAC, 0x02, 1])))
        + attribute("strides", field(1, [3 << 3, 1, 3 << 3, 2]))
        + attribute("padding", field(2, Array("SAME".utf8)))
        + attribute("mask", [3 << 3, 0x80, 0x01]) + attribute("exclusive", [5 << 3, 1])
        + attribute("reverse", []) + attribute("value", [4 << 3 | 5, 0, 0, 0x80, 0x3E])

    @Test func attributes() throws {
        let bytes = Self.options("ExtractImagePatches", Self.node)
        let node = try bytes.withUnsafeBytes { try NodeDefinition(options: $0) }
        #expect(node.ints("ksizes") == [1, 3, 300, 1])
        #expect(node.ints("strides") == [1, 2])
        #expect(node.text("padding") == "SAME")
        #expect(node.int("mask") == 128)
        #expect(node.bool("exclusive"))
        #expect(!node.bool("reverse", default: true))  // a message leaves out false
        #expect(node.bool("absent", default: true))
        #expect(node.float("value") == 0.25)
        #expect(node.float("absent", default: 2) == 2)
        #expect(node.int("absent", default: 7) == 7 && node.ints("absent").isEmpty)
    }

    @Test func noAttributes() throws {
        let bytes = Self.options("Erf", [])
        #expect(try bytes.withUnsafeBytes { try NodeDefinition(options: $0) }.text("T").isEmpty)
    }

    @Test("bytes that are cut or changed are refused or read, and nothing else")
    func malformed() {
        let bytes = Self.options("ExtractImagePatches", Self.node)
        for count in 0..<bytes.count {
            let cut = Array(bytes[..<count])
            #expect(throws: ModelError.self) {
                try cut.withUnsafeBytes { _ = try NodeDefinition(options: $0) }
            }
        }
        for index in bytes.indices {
            for bits: UInt8 in [0x01, 0x04, 0x80, 0xFF] {
                var changed = bytes
                changed[index] ^= bits
                changed.withUnsafeBytes { _ = try? NodeDefinition(options: $0).ints("ksizes") }
            }
        }
        let endless = Self.options("Erf", [3 << 3] + [UInt8](repeating: 0xFF, count: 11))
        let error = #expect(throws: ModelError.self) {
            try endless.withUnsafeBytes { _ = try NodeDefinition(options: $0) }
        }
        #expect(error?.message == "an integer of a message has more than 10 bytes")
    }
}
