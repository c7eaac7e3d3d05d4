import Foundation
import ModelFixtures
import SightImage
import SightImageIO
import SightVideoIO
import Testing

/// Truncated and corrupted videos give an error or counted frames, and never a crash.
@Suite(.enabled(if: SyntheticVideo.usesFFmpeg)) struct DamagedVideoTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test func aCutVideoGivesWhatIsThere() throws {
        try SyntheticVideo.write(folder.file("video.mkv"), count: 60)
        let bytes = try folder.bytes("video.mkv")
        let half = try folder.write(Array(bytes.prefix(bytes.count / 2)), to: "half.mkv")
        let (frames, statistics) = try SyntheticVideo.read(half)
        #expect(frames.count > 5 && frames.count < 55)
        // The header states the length of the whole video.
        #expect((59...61).contains(frames.count + statistics.lostFrames))
        #expect(try SyntheticVideo.read(folder.file("video.mkv")).statistics.lostFrames == 0)
    }

    /// An image that is empty or cannot be opened does not end the sequence.
    @Test(arguments: ["*.ppm", "%d.ppm"])
    func lostImagesAreCounted(_ pattern: String) throws {
        for number in [1, 2, 5] {
            let header = Array("P6 \(number) 2 255\n".utf8)
            _ = try folder.write(
                header + [UInt8](repeating: 90, count: number * 6), to: "\(number).ppm")
        }
        _ = try folder.write([], to: "3.ppm")
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("4.ppm"), withDestinationPath: "nowhere")
        let (frames, statistics) = try SyntheticVideo.read(folder.file(pattern))
        #expect(frames.map(\.index) == [0, 1, 4])
        #expect(frames.map(\.buffer.width) == [1, 2, 5])
        #expect(statistics.lostFrames == 2)
    }

    /// An MP4 with its index at the end cannot be read without it.
    @Test func aVideoWithoutItsIndexIsAnError() throws {
        try SyntheticVideo.write(folder.file("video.mp4"), count: 60)
        let bytes = try folder.bytes("video.mp4")
        let half = try folder.write(Array(bytes.prefix(bytes.count / 2)), to: "half.mp4")
        #expect(SyntheticVideo.failure(half) == .damaged)
    }

    /// If the index is at the start, lost frames are counted.
    @Test func lostFramesAreCounted() throws {
        try SyntheticVideo.write(folder.file("video.mp4"), count: 60)
        var bytes = try folder.bytes("video.mp4")
        let data = try #require(Data(bytes).range(of: Data("mdat".utf8)))
        let index = try #require(Data(bytes).range(of: Data("moov".utf8)))
        // Blank the last third of the frames' bytes; the index stays.
        let end = index.lowerBound - 4
        let start = data.upperBound + (end - data.upperBound) * 2 / 3
        bytes.replaceSubrange(start..<end, with: [UInt8](repeating: 0, count: end - start))
        let path = try folder.write(bytes, to: "blank.mp4")
        let (frames, statistics) = try SyntheticVideo.read(path)
        #expect(statistics.lostFrames + statistics.damagedFrames > 0)
        #expect(frames.count + statistics.lostFrames >= 60)
        #expect(frames.filter(\.isDamaged).count == statistics.damagedFrames)
    }

    /// FFmpeg allocates and clears as many bytes as the title of an AVI file claims to have.
    @Test func announcedSizesNeedNoMemory() throws {
        let file = try #require(
            Data(
                base64Encoded:
                    "UklGRvwAAABBVkkgTElTVMAAAABoZHJsYXZpaDgAAABAnAAAAAAAAAAAAAAQAAAAAwAAAAAAAAABAAAA"
                    + "BAAAAEAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAExJU1R0AABbSU5GT1JNQVRJT05dAwMDAwMAADAAAAAA"
                    + "AAAAb3ZpMP8tANkwMGRjBAAAAP/Y/9k="))
        let path = try folder.write(Array(file), to: "title.avi")
        let before = try peakMemory()
        #expect(SyntheticVideo.failure(path) != nil)
        #expect(try peakMemory() - before < 600 << 20)
    }

    #if JPEG
        /// FFmpeg's JPEG decoder conceals damage without an error; the reader detects it itself.
        @Test func damagedJPEGFramesAreMarked() throws {
            let (width, height) = (64, 48)
            // A pattern without repetition, so that a cut is somewhere in the middle of the pixels.
            let pixels = (0..<width * height * 3).map {
                UInt8(truncatingIfNeeded: $0 &* 2_654_435 >> 9)
            }
            let image = try ImageBuffer(width: width, height: height, format: .rgb8, bytes: pixels)
            let sound = try ImageEncoder.encode(image, as: .jpeg(quality: 90))
            let cut = Array(sound.prefix(sound.count * 2 / 3)) + [0xFF, 0xD9]
            let path = try folder.write(
                sound + sound + cut + sound + cut + sound, to: "camera.mjpg")
            let (frames, statistics) = try SyntheticVideo.read(path)
            #expect(frames.map(\.isDamaged) == [false, false, true, false, true, false])
            #expect(statistics.damagedFrames == 2)
            #expect(frames[0].buffer == frames[3].buffer)
            #expect(frames[0].buffer != frames[2].buffer)
        }
    #endif

    /// Seeded random damage; `SIGHT_FUZZ_ROUNDS` sets the number of files of each kind.
    @Test(arguments: ["mp4", "mkv", "ts"])
    func hostileFilesNeverCrash(_ ending: String) throws {
        try SyntheticVideo.write(folder.file("video.\(ending)"), count: 12)
        let bytes = try folder.bytes("video.\(ending)")
        let rounds = ProcessInfo.processInfo.environment["SIGHT_FUZZ_ROUNDS"].flatMap(Int.init)
        for seed in 0..<UInt64(rounds ?? 12) {
            var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
            func next(_ limit: Int) -> Int {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Int(state >> 33) % max(1, limit)
            }
            var damaged = bytes
            for _ in 0..<(1 + next(40)) {
                damaged[next(damaged.count)] = UInt8(truncatingIfNeeded: next(256))
            }
            if next(3) == 0 { damaged.removeLast(next(damaged.count)) }
            let path = try folder.write(damaged, to: "damaged.\(ending)")
            do {
                let (frames, statistics) = try SyntheticVideo.read(path)
                #expect(frames.count == statistics.frames, "seed \(seed)")
                #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.time < $1.time })
            } catch let error as VideoError {
                #expect(!error.message.isEmpty, "seed \(seed)")
            }
        }
    }
}
