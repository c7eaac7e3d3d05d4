import Foundation

/// The models of this repository for tests.
enum TestModels {
    private static func read(_ name: String) throws -> [UInt8] {
        let root = URL(fileURLWithPath: #filePath)
        let package = (0..<5).reduce(root) { url, _ in url.deletingLastPathComponent() }
        return Array(
            try Data(
                contentsOf: package.appendingPathComponent(
                    "Sources/CSightDefaultModels/models/\(name).tflite")))
    }

    /// A model that labels images.
    static func classifier() throws -> [UInt8] { try read("classifier") }
    /// A model that finds boxes.
    static func localizer() throws -> [UInt8] { try read("localizer") }

    /// A model whose output "y" is its input "x" of the shape [1, n], without the negative numbers.
    static func copier() -> [UInt8] {
        Array(
            Data(base64Encoded: copierText, options: .ignoreUnknownCharacters) ?? Data())
    }

    /// A graph of one `RELU`, made with the package `flatbuffers` for the schema of `.tflite`.
    private static let copierText = """
        GAAAAFRGTDMAAA4AFAAQAAwACAAAAAQADgAAABAAAAA8AAAAGAAAAAMAAAABAAAACAAAAAQABAAEAAAAAQAAABAA
        AAAMAAwACwAAAAAABAAMAAAAEwAAAAAAABMBAAAAEAAAAAwAFAAQAAwACAAEAAwAAAAgAAAADAAAABAAAABEAAAA
        AQAAAAEAAAABAAAAAAAAAAEAAAAQAAAAAAAKAAwAAAAIAAQACgAAAAgAAAAMAAAAAQAAAAEAAAABAAAAAAAAAAIA
        AABEAAAABAAAANj///8MAAAAXAAAABAAAAACAAAAAQAAAP////8CAAAAAQAAAAEAAAAUABAADAAAAAAACAAAAAAA
        AAAEABQAAAAMAAAAKAAAABAAAAACAAAAAQAAAP////8CAAAAAQAAAAEAAAABAAAAeQAAAAEAAAB4AAAA
        """

    /// A gray image as BMP.
    static func image(width: Int = 64, height: Int = 48) -> [UInt8] {
        func word(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let row = (width * 3 + 3) / 4 * 4
        return Array("BM".utf8) + word(54 + row * height, 4) + word(0, 4) + word(54, 4)
            + word(40, 4) + word(width, 4) + word(height, 4) + word(1, 2) + word(24, 2)
            + word(0, 24) + [UInt8](repeating: 128, count: row * height)
    }
}
