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

    /// 120 × 60, a grid of the first image twice, cut at the edges.
    static let grid =
        "AAAAGGZ0eXBoZWljAAAAAG1pZjFoZWljAAABqm1ldGEAAAAAAAAAIWhkbHIAAAAAAAAAAHBpY3QAAAAAAAAAAAAAAAAAAAAA"
        + "DnBpdG0AAAAAAAEAAAAwaWxvYwEAAABEAAACAAEAAQAAAAEAAAAAAAAACAACAAAAAAABAAABygAAAC4AAAA4aWluZgAAAAAA"
        + "AgAAABVpbmZlAgAAAAABAABncmlkAAAAABVpbmZlAgAAAAACAABodmMxAAAAABxpcmVmAAAAAAAAABBkaW1nAAEAAgACAAIA"
        + "AADbaXBycAAAALhpcGNvAAAAeGh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAe"
        + "ugJAIQABACtCAQEDcAAAAwCQAAADAAADAB6gIIEFlupJKa5uBAQMCAAAAwAIAAADAAhAIgABAAdEAcFysCJAAAAAFGlzcGUA"
        + "AAAAAAAAeAAAADwAAAAUaXNwZQAAAAAAAABAAAAAQAAAABBwaXhpAAAAAAMICAgAAAAbaXBtYQAAAAAAAAACAAECAgQAAgOB"
        + "AwQAAAAQaWRhdAAAAAEAeAA8AAAANm1kYXQAAAAqKAGvBjha/P03+nYH+R/miMf//CfJsJX73Wn//wpu6z+6aY8fGGi/+HX+"
    /// An overlay of itself; libheif 1.15 follows it until the stack ends.
    static let overlay =
        "AAAAGGZ0eXBoZWljAAAAAG1pZjFoZWljAAABbm1ldGEAAAAAAAAAIWhkbHIAAAAAAAAAAHBpY3QAAAAAAAAAAAAAAAAAAAAA"
        + "DnBpdG0AAAAAAAEAAAAsaWxvYwAAAABEAAACAAEAAAABAAABjgAAABIAAgAAAAEAAAGgAAAAGAAAADhpaW5mAAAAAAACAAAA"
        + "FWluZmUCAAAAAAEAAGlvdmwAAAAAFWluZmUCAAAAAAIAAGh2YzEAAAAAGmlyZWYAAAAAAAAADmRpbWcAAQABAAEAAAC1aXBy"
        + "cAAAAJRpcGNvAAAAeGh2Y0MBA3AAAACQAAAAAAAe8AD8/fj4AAAPA2AAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAYQAB"
        + "ACtCAQEDcAAAAwCQAAADAAADAB6gIIEFlupJKa5uAhoMCAAAAwDIAAADAAhAYgABAAdEAcFysCJAAAAAFGlzcGUAAAAAAAAA"
        + "QAAAAEAAAAAZaXBtYQAAAAAAAAACAAEBAgACAoECAAAAMm1kYXQAAAAAAAAAAP//AEAAQAAAAAAAAAAUKAGvBBj8eTjr//yl"
        + "A+jAWpgR0OA="
    /// `grid`, and a list of other references that hides a grid of itself; libheif 1.15 reads it.
    static let hiddenReferences =
        "AAAAGGZ0eXBoZWljAAAAAG1pZjFoZWljAAAB421ldGEAAAAAAAAAIWhkbHIAAAAAAAAAAHBpY3QAAAAAAAAAAAAAAAAAAAAA"
        + "DnBpdG0AAAAAAAEAAABAaWxvYwEAAABEAAADAAEAAAAAAAEAAAIDAAAACAACAAAAAAABAAACCwAAAC4AAwAAAAAAAQAAAgsA"
        + "AAAuAAAATWlpbmYAAAAAAAMAAAAVaW5mZQIAAAAAAQAAZ3JpZAAAAAAVaW5mZQIAAAAAAgAAaHZjMQAAAAAVaW5mZQIAAAAA"
        + "AwAAaHZjMQAAAAA6aXJlZgAAAAAAAAAeY2RzYwADAAEAAgAAABBkaW1nAAEAAgABAAIAAAAQZGltZwABAAIAAgADAAAA4Wlw"
        + "cnAAAAC4aXBjbwAAABRpc3BlAAAAAAAAAHgAAAA8AAAAEHBpeGkAAAAAAwgICAAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34"
        + "+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbqSSmubgQEDAgA"
        + "AAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAEAAAABAAAAAIWlwbWEAAAAAAAAAAwABAgECAAIDAwQCAAMD"
        + "AwQCAAAAPm1kYXQAAAABAHgAPAAAACooAa8GOFr8/Tf6dgf5H+aIx//8J8mwlfvdaf//Cm7rP7ppjx8YaL/4df4="
    /// 64 × 64 in the container; a unit of the property hides that the image has 16384 × 16384.
    static let hiddenSize =
        "AAAAGGZ0eXBhdmlmAAAAAG1pZjFhdmlmAAAA1m1ldGEAAAAAAAAAIWhkbHIAAAAAAAAAAHBpY3QAAAAAAAAAAAAAAAAAAAAA"
        + "DnBpdG0AAAAAAAEAAAAgaWxvYwEAAABEAAABAAEAAAAAAAEAAAD2AAAAyQAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEA"
        + "AGF2MDEAAAAAWGlwcnAAAAA6aXBjbwAAAA5hdjFDgR8MAHoPAAAAFGlzcGUAAAAAAAAAEAAAABAAAAAQcGl4aQAAAAADCAgI"
        + "AAAAFmlwbWEAAAAAAAAAAQABAwECAwAAANFtZGF0CgwAAAD7/AA8ADwBgAh4EgAKDAAAAPv8//z//AGACDKnARiAHgAAAAAA"
        + "AwD/AAADAP8AAAMA/wAAAwD/AAADAP8AAAMA/wAAAwD/AAADAP8AAAMA/wAAAwD/AAADAP8AAAMA/wAAAwD/AAADAP8AAAMA"
        + "/wAAAwD/AAADAP8AAAMA/wAAAwD/AAADAP8AAAMA/wAAAwD/AAADAP8AAAMA/wAAAwD/AAADAP8AAAMA/wAAAwD/AAADAP8A"
        + "AAMA/wAAAwD/AAAA/wAA"
    /// 16 × 16 in the sequence's header; the frame may state up to 65536 × 65536.
    static let frameSize =
        "AAAAGGZ0eXBhdmlmAAAAAG1pZjFhdmlmAAAA1G1ldGEAAAAAAAAAIWhkbHIAAAAAAAAAAHBpY3QAAAAAAAAAAAAAAAAAAAAA"
        + "DnBpdG0AAAAAAAEAAAAgaWxvYwEAAABEAAABAAEAAAAAAAEAAAD0AAAAvgAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEA"
        + "AGF2MDEAAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgR8MAAAAABRpc3BlAAAAAAAAABAAAAAQAAAAEHBpeGkAAAAAAwgICAAA"
        + "ABZpcG1hAAAAAAAAAAEAAQMBAgMAAADGbWRhdBIACgwAAAD7/AA8ADwBgAgyqwEaf/5//oAeAAAAAAADAP8AAAMA/wAAAwD/"
        + "AAADAP8AAAMA/wAAAwD/AAADAP8AAAMA/wAAAwD/AAADAP8AAAMA/wAAAwD/AAADAP8AAAMA/wAAAwD/AAADAP8AAAMA/wAA"
        + "AwD/AAADAP8AAAMA/wAAAwD/AAADAP8AAAMA/wAAAwD/AAADAP8AAAMA/wAAAwD/AAADAP8AAAMA/wAAAwD/AAADAP8AAAD/"
        + "AAA="

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

    @Test func gridsAreJoined() throws {
        let image = try Self.decode(Self.grid)
        #expect(image.buffer.size == Source.Size(width: 120, height: 60))
        for (x, color) in [(8, [20, 60, 230]), (56, [200, 60, 30]), (72, [20, 60, 230])] {
            #expect(Self.isNear(image.buffer, x, 30, color))
        }
    }

    /// An image of another kind, and a grid that contains itself.
    @Test(
        .enabled(if: BuildTraits.usesLibraries),
        arguments: [
            ("grid", "iovl"), ("grid", "iden"), ("grid", "tmap"), ("hvc1", "iovl"),
            ("hvc1", "grid"),
        ])
    func refusesImagesThatAreMadeInOtherWays(type: String, other: String) throws {
        let bytes = try Self.replacing(type, by: other, in: Self.grid)
        let error = #expect(throws: ImageError.self) { try ImageDecoder.default.decode(bytes) }
        #expect(error?.code == (other == "grid" ? .damaged : .unsupportedFormat))
    }

    @Test(.enabled(if: BuildTraits.usesLibraries)) func refusesImagesOfThemselves() throws {
        let overlay = #expect(throws: ImageError.self) { try Self.decode(Self.overlay) }
        #expect(overlay?.code == .unsupportedFormat)
        var bytes = [UInt8](try #require(Data(base64Encoded: Self.grid)))
        // The grid names the images 2 and 2; now it names itself instead of the second.
        let names = try #require(bytes.place(of: Array("dimg".utf8) + [0, 1, 0, 2, 0, 2, 0, 2]))
        bytes[names + 11] = 1
        let grid = #expect(throws: ImageError.self) { try ImageDecoder.default.decode(bytes) }
        #expect(grid?.code == .unsupportedFormat)
        #expect(grid?.message.contains("derived from each other") == true)
    }

    /// The coded image counts, whatever size the container states.
    ///
    /// The images are damaged, so that they would not be decoded: the size is checked before.
    @Test(
        .enabled(if: BuildTraits.usesLibraries),
        arguments: [
            (heic, 3000, 0), (avif, 255, 24),
        ])
    func refusesCodedImagesThatAreTooLarge(file: String, limit: Int, kept: Int) throws {
        var bytes = [UInt8](try #require(Data(base64Encoded: file)))
        // An HEVC image of 64 × 64 becomes one of 126 × 126, of which 63 × 63 may be padding.
        if let size = bytes.place(of: [0xA0, 0x20, 0x81, 0x05]) {
            bytes.replaceSubrange(size..<(size + 4), with: [0xA0, 0x3F, 0x81, 0xFD])
        }
        for size in bytes.indices where bytes[size...].starts(with: Array("ispe".utf8)) {
            bytes.replaceSubrange((size + 8)..<(size + 16), with: [0, 0, 0, 4, 0, 0, 0, 4])
        }
        let coded = try #require(bytes.place(of: Array("mdat".utf8))) + 4 + kept
        bytes.replaceSubrange(coded..., with: repeatElement(0, count: bytes.count - coded))
        var decoder = ImageDecoder.default
        decoder.limits.maximumPixels = limit
        let error = #expect(throws: ImageError.self) { try decoder.decode(bytes) }
        #expect(error?.code == .tooLarge)
    }

    /// The decoders would see other sizes than the first ones in the file.
    @Test(.enabled(if: BuildTraits.usesLibraries), arguments: [hiddenSize, frameSize])
    func refusesHiddenSizes(file: String) throws {
        let error = #expect(throws: ImageError.self) { try Self.decode(file) }
        #expect(error?.code == .tooLarge)
    }

    /// libheif sees only what was understood.
    @Test(.enabled(if: BuildTraits.usesLibraries)) func hiddenReferencesAreNotFollowed() throws {
        let image = try Self.decode(Self.hiddenReferences)
        #expect(image.buffer.size == Source.Size(width: 120, height: 60))
    }

    /// A picture that is coded many times in an item costs as often.
    @Test(.enabled(if: BuildTraits.usesLibraries), arguments: [(1, true), (2000, false)])
    func countsThePicturesOfAnItem(count: Int, isDecoded: Bool) throws {
        var bytes = [UInt8](try #require(Data(base64Encoded: Self.heic)))
        let start = try #require(bytes.place(of: Array("mdat".utf8))) + 4
        let picture = Array(bytes[start...])
        let places = try #require(bytes.place(of: Array("iloc".utf8)))
        bytes += repeatElement(picture, count: count - 1).flatMap(\.self)
        let length = count * picture.count
        bytes.replaceSubrange(
            (places + 26)..<(places + 30),
            with: (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) })
        var decoder = ImageDecoder.default
        decoder.limits.maximumPixels = 1_000_000
        if isDecoded {
            #expect(try decoder.decode(bytes).buffer.size == Source.Size(width: 64, height: 64))
        } else {
            let error = #expect(throws: ImageError.self) { try decoder.decode(bytes) }
            #expect(error?.code == .tooLarge)
        }
    }

    @Test(.enabled(if: BuildTraits.usesLibraries)) func refusesRepeatedTransformations() throws {
        // The color's association becomes one with the rotation, which the image then has twice.
        var bytes = [UInt8](try #require(Data(base64Encoded: Self.rotated)))
        let table = try #require(bytes.place(of: [1, 5, 1, 2, 0x83, 4, 0x85]))
        bytes[table + 5] = 5
        let error = #expect(throws: ImageError.self) { try ImageDecoder.default.decode(bytes) }
        #expect(error?.code == .damaged)
        #expect(error?.message.contains("irot twice") == true)
    }

    /// Every change of a byte gives an image or an error.
    @Test(.enabled(if: BuildTraits.usesLibraries), arguments: [heic, avif, transparent, grid])
    func survivesEveryChange(file: String) throws {
        let bytes = [UInt8](try #require(Data(base64Encoded: file)))
        for place in bytes.indices {
            for value: UInt8 in [0, 0x7F, 0xFF] {
                var changed = bytes
                changed[place] = value
                do {
                    _ = try ImageDecoder.default.decode(changed)
                } catch {
                    #expect(error.message.isEmpty == false)
                }
            }
        }
    }

    private static func replacing(
        _ text: String, by other: String, in base64: String
    ) throws -> [UInt8] {
        var bytes = [UInt8](try #require(Data(base64Encoded: base64)))
        let place = try #require(bytes.place(of: Array(text.utf8)))
        bytes.replaceSubrange(place..<(place + 4), with: Array(other.utf8))
        return bytes
    }
}

extension [UInt8] {
    /// The first place of other bytes.
    fileprivate func place(of other: [UInt8]) -> Int? {
        indices.first { self[$0...].starts(with: other) }
    }
}
