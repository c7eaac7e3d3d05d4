import SightImage
import SightVideoIO
import Testing

/// Uncompressed pixels in the formats of devices.
@Suite(.enabled(if: SyntheticVideo.usesFFmpeg)) struct RawVideoTests {
    private let width = 32
    private let height = 16

    private static func little(_ value: Int, _ count: Int = 4) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        Array(name.utf8) + little(body.count) + body + (body.count % 2 == 1 ? [0] : [])
    }

    /// An AVI file of uncompressed frames.
    private func file(_ code: String, bits: Int, _ frames: [[UInt8]]) -> [UInt8] {
        let size = frames[0].count
        func words(_ values: [Int]) -> [UInt8] { values.flatMap { Self.little($0) } }
        let main = words([
            40_000, size * 25, 0, 0x10, frames.count, 0, 1, size, width, height, 0, 0, 0, 0,
        ])
        var stream = Array("vids".utf8) + Array(code.utf8)
        stream += words([0, 0, 0, 1, 25, 0, frames.count, size, -1, 0, 0, 0])
        var format = words([40, width, height])
        format += Self.little(1, 2) + Self.little(bits, 2) + Array(code.utf8)
        format += words([size, 0, 0, 0, 0])
        let streams = Self.chunk("strh", stream) + Self.chunk("strf", format)
        var header = Array("hdrl".utf8) + Self.chunk("avih", main)
        header += Self.chunk("LIST", Array("strl".utf8) + streams)
        let movie = Array("movi".utf8) + frames.flatMap { Self.chunk("00db", $0) }
        let lists = Self.chunk("LIST", header) + Self.chunk("LIST", movie)
        return Self.chunk("RIFF", Array("AVI ".utf8) + lists)
    }

    /// NV12, the format of hardware decoders, stays NV12 without any change.
    @Test func twoPlanesStayAsTheyAre() throws {
        let folder = try ScratchFolder()
        let size = width * height
        let frames = (0..<3).map { frame in
            (0..<size * 3 / 2).map { UInt8(truncatingIfNeeded: $0 * 7 + frame * 31) }
        }
        let path = try folder.write(file("NV12", bits: 12, frames), to: "raw.avi")
        let found = try SyntheticVideo.read(path).frames
        #expect(found.count == 3)
        for (frame, bytes) in zip(found, frames) {
            #expect(frame.buffer.format == .nv12(.video))
            #expect(frame.buffer.planes.count == 2)
            #expect(frame.buffer.planes[0].bytes == Array(bytes.prefix(size)))
            #expect(frame.buffer.planes[1].bytes == Array(bytes.suffix(size / 2)))
        }
    }

    /// An empty chunk repeats a frame, so none is lost unless the file breaks off.
    @Test func emptyChunksAreNotLost() throws {
        let folder = try ScratchFolder()
        let pixels = [UInt8](repeating: 100, count: width * height * 3 / 2)
        let frames = (0..<50).map { $0 % 2 == 0 ? pixels : [] }
        let bytes = file("NV12", bits: 12, frames)
        let whole = try SyntheticVideo.read(folder.write(bytes, to: "whole.avi"))
        #expect(whole.frames.count == 25 && whole.statistics.lostFrames == 0)
        let cut = try SyntheticVideo.read(
            folder.write(Array(bytes.prefix(bytes.count / 2)), to: "cut.avi"))
        #expect((10...13).contains(cut.frames.count) && cut.statistics.lostFrames > 5)
    }

    /// The uncompressed format of cameras, with two pixels in four bytes, is converted to planes in
    /// one step, and its luma does not change.
    @Test func packedPixelsBecomePlanes() throws {
        let folder = try ScratchFolder()
        let luma = (0..<width * height).map { UInt8(16 + $0 % 200) }
        let pixels = luma.flatMap { gray -> [UInt8] in [gray, 128] }
        let path = try folder.write(file("YUY2", bits: 16, [pixels, pixels]), to: "raw.avi")
        let found = try SyntheticVideo.read(path).frames
        #expect(found.count == 2)
        for frame in found {
            #expect(frame.buffer.planes.count == 3)
            #expect(frame.buffer.planes[0].bytes == luma)
            #expect(frame.buffer.planes[1].bytes.allSatisfy { $0 == 128 })
        }
    }
}
