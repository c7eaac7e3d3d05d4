import Foundation
import SightGeometry
import SightImage
import SightImageIO
import Testing

@Suite(.enabled(if: BuildTraits.heif)) struct HEIFCodecTests {
    /// 64 × 64, blue (20, 60, 230) beside red (200, 60, 30); made with libheif 1.15 and x265.
    static let heic =
        "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAA"
        + "AAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFmAAEAAAAAAAAALgAAACNpaW5mAAAAAAABAAAA"
        + "FWluZmUCAAAAAAEAAGh2YzEAAAAAwmlwcnAAAACkaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEA"
        + "GEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbqSSmubgQEDAgAAAMACAAA"
        + "AwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAEAAAABAAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEA"
        + "AQOBAoMAAAA2bWRhdAAAACooAa8GOFr8/Tf6dgf5H+aIx//8J8mwlfvdaf//Cm7rP7ppjx8YaL/4df4="
    /// 16 × 16 of (200, 60, 30); made with libavif 1.3.
    static let avif =
        "AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADrbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAA"
        + "AAAAAAAAAAAAAAAOcGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAETAAAALQAAAChpaW5mAAAAAAABAAAA"
        + "GmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAABqaXBycAAAAEtpcGNvAAAAFGlzcGUAAAAAAAAAEAAAABAAAAAQcGl4aQAA"
        + "AAADCAgIAAAADGF2MUOBAAwAAAAAE2NvbHJuY2x4AAEADQAGgAAAABdpcG1hAAAAAAAAAAEAAQQBAoMEAAAANW1kYXQS"
        + "AAoJGAz/2yAhoNCAMh4RAapAAHkAAAjnMjbM1CbA9uSLQBpU/ypGRMQqZ5g="
    /// 16 × 8, blue beside red, to be rotated 90 degrees clockwise.
    static let rotated =
        "AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAAD1bWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAA"
        + "AAAAAAAAAAAAAAAOcGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAEdAAAANQAAAChpaW5mAAAAAAABAAAA"
        + "GmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAAB0aXBycAAAAFRpcGNvAAAAFGlzcGUAAAAAAAAAEAAAAAgAAAAQcGl4aQAA"
        + "AAADCAgIAAAADGF2MUOBAAwAAAAAE2NvbHJuY2x4AAEADQAGgAAAAAlpcm90AwAAABhpcG1hAAAAAAAAAAEAAQUBAoME"
        + "hQAAAD1tZGF0EgAKCBgMv7RAQ0GhMicRAapAAHkAAP/Q4xBIYCPNEAUnokcerBTyNnC/NiuX2aqZPJ8r2mQ="
    /// 16 × 8, red 16x, green 32y, blue 128, alpha 255 - 8x; made with Pillow 13.0.
    static let transparent =
        "AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAAGGbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAA"
        + "AAAAAAAAAAAOcGl0bQAAAAAAAQAAACxpbG9jAAAAAEQAAAIAAQAAAAEAAAHFAAAAMQACAAAAAQAAAa4AAAAXAAAAQmlpbmYA"
        + "AAAAAAIAAAAaaW5mZQIAAAAAAQAAYXYwMUNvbG9yAAAAABppbmZlAgAAAAACAABhdjAxQWxwaGEAAAAAGmlyZWYAAAAAAAAA"
        + "DmF1eGwAAgABAAEAAADDaXBycAAAAJ1pcGNvAAAAFGlzcGUAAAAAAAAAEAAAAAgAAAAQcGl4aQAAAAADCAgIAAAADGF2MUOB"
        + "AAwAAAAAE2NvbHJuY2x4AAEADQAGgAAAAA5waXhpAAAAAAEIAAAADGF2MUOBABwAAAAAOGF1eEMAAAAAdXJuOm1wZWc6bXBl"
        + "Z0I6Y2ljcDpzeXN0ZW1zOmF1eGlsaWFyeTphbHBoYQAAAAAeaXBtYQAAAAAAAAACAAEEAQKDBAACBAEFhgcAAABQbWRhdBIA"
        + "CgUYDL+wqDIMGAAooQAG+Xr+LPG7EgAKCBgMv7RAQ0GhMiMZR4eGIYeeeeaAAACwp/1LNkCGuL6v/4TsGZdT7wWfFn7kCA=="

    static func decode(_ base64: String) throws -> DecodedImage {
        try ImageDecoder.default.decode([UInt8](try #require(Data(base64Encoded: base64))))
    }

    static func isNear(_ buffer: ImageBuffer, _ x: Int, _ y: Int, _ color: [Int]) -> Bool {
        let start = y * buffer.planes[0].rowBytes + x * (buffer.format == .rgba8 ? 4 : 3)
        return (0..<3).allSatisfy { abs(Int(buffer.planes[0].bytes[start + $0]) - color[$0]) <= 8 }
    }

    @Test func heicImage() throws {
        let image = try Self.decode(Self.heic)
        #expect(image.formatName == "HEIC")
        #expect(image.buffer.size == Source.Size(width: 64, height: 64))
        #expect(Self.isNear(image.buffer, 8, 30, [20, 60, 230]))
        #expect(Self.isNear(image.buffer, 56, 30, [200, 60, 30]))
    }

    @Test func avifImage() throws {
        let image = try Self.decode(Self.avif)
        #expect(image.formatName == "AVIF")
        #expect(image.buffer.format == .rgb8 || !BuildTraits.usesLibraries)
        #expect(Self.isNear(image.buffer, 8, 8, [200, 60, 30]))
    }

    @Test(.enabled(if: BuildTraits.usesLibraries)) func keepsTransparency() throws {
        let image = try Self.decode(Self.transparent)
        #expect(image.buffer.format == .rgba8)
        #expect(image.buffer.size == Source.Size(width: 16, height: 8))
        let bytes = image.buffer.planes[0].bytes
        #expect(abs(Int(bytes[3]) - 255) <= 16)
        #expect(abs(Int(bytes[4 * 15 + 3]) - 135) <= 16)
    }

    @Test(.enabled(if: BuildTraits.usesLibraries)) func comesUpright() throws {
        let image = try Self.decode(Self.rotated)
        #expect(image.orientation == .up)
        #expect(image.sourceSize == Source.Size(width: 8, height: 16))
        #expect(Self.isNear(image.buffer, 4, 2, [20, 60, 230]))
        #expect(Self.isNear(image.buffer, 4, 13, [200, 60, 30]))
    }

    @Test(.enabled(if: BuildTraits.usesLibraries)) func refusesDamageAndSize() throws {
        let bytes = [UInt8](try #require(Data(base64Encoded: Self.avif)))
        let damaged = #expect(throws: ImageError.self) {
            try ImageDecoder.default.decode(Array(bytes.prefix(200)))
        }
        #expect(damaged?.code == .damaged)
        var decoder = ImageDecoder.default
        decoder.limits.maximumPixels = 255
        let large = #expect(throws: ImageError.self) { try decoder.decode(bytes) }
        #expect(large?.code == .tooLarge)
    }
}
