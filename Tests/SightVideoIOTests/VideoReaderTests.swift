import Foundation
import SightGeometry
import SightImage
import SightImageIO
import SightVideoIO
import Testing

@Suite(.enabled(if: SyntheticVideo.isAvailable)) struct VideoReaderTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test func saysWhatTheVideoIs() throws {
        let path = folder.file("video.mp4")
        try SyntheticVideo.write(path)
        let info = try VideoReader(.file(path)).info
        #expect(info.width == 96 && info.height == 64)
        #expect(info.orientation == .up)
        // AVFoundation computes both from the duration, in which the last frame may be left out.
        let isExact = SyntheticVideo.usesFFmpeg
        #expect(abs((info.frameCount ?? 0) - 24) <= (isExact ? 0 : 1))
        #expect(abs((info.frameRate ?? 0) - 25) <= (isExact ? 0.1 : 1.5))
        #expect(abs((info.duration ?? 0) - 0.96) <= 0.05)
        #expect(info.container.contains("mp4"))
    }

    /// The matrix of the track header is set to each of the eight orientations.
    @Test(arguments: DisplayMatrixTests.signs)
    func turnsByTheTracksMatrix(_ orientation: Orientation, _ signs: [Int32]) throws {
        let path = folder.file("turned.mp4")
        try SyntheticVideo.write(path, count: 2)
        var bytes = try folder.bytes("turned.mp4")
        let header = try #require(Data(bytes).range(of: Data("tkhd".utf8)))
        // version, flags, times, identity, duration, layer and volume come first
        let matrix = header.upperBound + 40
        for (index, value) in zip([0, 1, 3, 4], signs) {
            for byte in 0..<4 {
                bytes[matrix + 4 * index + byte] = UInt8(
                    truncatingIfNeeded: (value << 16) >> (24 - 8 * byte))
            }
        }
        let turned = try folder.write(bytes, to: "turned.mp4")
        let frames = try SyntheticVideo.read(turned).frames
        #expect(frames.count == 2)
        #expect(frames.allSatisfy { $0.orientation == orientation })
        #expect(frames.allSatisfy { $0.buffer.width == 96 })
    }

    @Test(.enabled(if: SyntheticVideo.usesFFmpeg))
    func readsImagesInOrder() throws {
        for index in [3, 1, 2, 10] {
            let size = 10 + index
            let header = Array("P6 \(size) 8 255\n".utf8)
            _ = try folder.write(
                header + [UInt8](repeating: UInt8(20 * index), count: size * 8 * 3),
                to: String(format: "%03d.ppm", index))
        }
        // Images with numbers have the places of their numbers.
        let (numbered, statistics) = try SyntheticVideo.read(folder.file("%03d.ppm"))
        #expect(numbered.map(\.buffer.width) == [11, 12, 13, 20])
        #expect(numbered.map(\.index) == [0, 1, 2, 9])
        #expect(numbered.map(\.time) == [0, 40, 80, 360].map { .milliseconds($0) })
        #expect(statistics.lostFrames == 6)
        var options = VideoOptions()
        options.frameRate = 10
        let globbed = try SyntheticVideo.read(folder.file("*.ppm"), options: options).frames
        // The images have different widths, and the reader scales none of them.
        #expect(globbed.map(\.buffer.width) == [11, 12, 13, 20])
        #expect(globbed.map(\.time) == (0..<4).map { .milliseconds(100 * $0) })
        #expect(globbed[3].buffer.format == .rgb8)
        #expect(globbed[3].buffer.planes[0].bytes.allSatisfy { $0 == 200 })
    }

    /// FFmpeg looks for a first number from 0 to 4 alone.
    @Test(.enabled(if: SyntheticVideo.usesFFmpeg))
    func numbersMayStartAnywhere() throws {
        for number in [100, 101, 1000] {
            _ = try folder.write(Self.gray(width: number), to: "a%\(number).ppm")
        }
        _ = try folder.write(Self.gray(width: 9), to: "a%0099.ppm")
        let frames = try SyntheticVideo.read(folder.file("a%%%03d.ppm")).frames
        #expect(frames.map(\.buffer.width) == [100, 101, 1000])
        #expect(frames.map(\.index) == [0, 1, 900])
    }

    @Test(.enabled(if: SyntheticVideo.usesFFmpeg))
    func numbersWithoutZerosAreSorted() throws {
        for number in [1, 2, 10] {
            _ = try folder.write(Self.gray(width: number), to: "frame\(number).ppm")
        }
        let path = folder.file("frame*.ppm")
        #expect(try SyntheticVideo.read(path).frames.map(\.buffer.width) == [1, 2, 10])
        // Other names are sorted by their characters.
        _ = try folder.write(Self.gray(width: 5), to: "frame10b.ppm")
        #expect(try SyntheticVideo.read(path).frames.map(\.buffer.width) == [1, 10, 5, 2])
    }

    #if JPEG
        @Test(.enabled(if: SyntheticVideo.usesFFmpeg))
        func aFolderHasAllEndingsOfACodec() throws {
            for (name, width) in [("1.jpg", 16), ("2.JPG", 32), ("3.jpeg", 48), ("10.jpg", 64)] {
                let image = try ImageBuffer(
                    width: width, height: 16, format: .gray8,
                    bytes: [UInt8](repeating: 90, count: width * 16))
                _ = try folder.write(
                    ImageEncoder.encode(image, as: .jpeg(quality: 90)), to: name)
            }
            _ = try folder.write([1, 2, 3], to: "mask.png")
            let (frames, statistics) = try SyntheticVideo.read(folder.path)
            #expect(frames.map(\.buffer.width) == [16, 32, 48, 64])
            #expect(statistics.lostFrames == 0)
        }
    #endif

    @Test(.enabled(if: SyntheticVideo.usesFFmpeg), arguments: ["*.ppm", "%d.ppm"])
    func saysThatNoFileMatches(_ pattern: String) throws {
        let error = #expect(throws: VideoError.self) {
            try SyntheticVideo.read(folder.file(pattern))
        }
        #expect(error?.message == "no file matches \(folder.file(pattern))")
    }

    /// A gray PPM image of two rows.
    private static func gray(width: Int) -> [UInt8] {
        Array("P6 \(width) 2 255\n".utf8) + [UInt8](repeating: 120, count: width * 6)
    }

    @Test(.enabled(if: SyntheticVideo.usesFFmpeg))
    func refusesWhatIsNoVideo() throws {
        let text = try folder.write(Array("This is no video.\n".utf8), to: "text.mp4")
        let nothing = try folder.write([], to: "nothing.mp4")
        let frameless = try folder.write(
            Array("YUV4MPEG2 W16 H16 F25:1 Ip A1:1 C420\n".utf8), to: "frameless.y4m")
        #expect(SyntheticVideo.failure(text) == .damaged)
        #expect(SyntheticVideo.failure(nothing) == .damaged)
        #expect(SyntheticVideo.failure(frameless) == .empty)
        #expect(SyntheticVideo.failure(try folder.write(Self.sound, to: "sound.wav")) == .noVideo)
        #expect(SyntheticVideo.failure(folder.file("missing.mp4")) == .unreadable)
        #expect(SyntheticVideo.failure(folder.file("missing/%d.png")) == .unreadable)
        let empty = folder.file("empty")
        try FileManager.default.createDirectory(
            atPath: empty, withIntermediateDirectories: false)
        #expect(SyntheticVideo.failure(empty) == .noVideo)
        #expect(SyntheticVideo.failure("/dev/video99") == .unreadable)
    }

    /// A playlist with the name of a video would make FFmpeg open the files that it names.
    @Test(.enabled(if: SyntheticVideo.usesFFmpeg))
    func opensNoFileThatAFileNames() throws {
        try SyntheticVideo.write(folder.file("other.ts"))
        let list = "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nother.ts\n#EXT-X-ENDLIST\n"
        let itself = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nitself.m3u8\n"
        let concatenation = "ffconcat version 1.0\nfile other.ts\n"
        for (name, text) in [
            ("list.mp4", list), ("list.m3u8", list), ("itself.m3u8", itself),
            ("joined.mp4", concatenation),
        ] {
            let path = try folder.write(Array(text.utf8), to: name)
            let failure = SyntheticVideo.failure(path)
            // From version 7.1 on, FFmpeg takes no file of another name for a playlist.
            #expect(
                failure == .unsupportedFormat || (name == "list.mp4" && failure == .damaged),
                "\(name)")
        }
        #expect(SyntheticVideo.failure(folder.file("other.ts")) == nil)
        #expect(SyntheticVideo.failure(folder.file("other.ts\0.mp4")) == .unreadable)
    }

    /// A second of silence, as a WAV file.
    private static var sound: [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let format =
            little(1, 2) + little(1, 2) + little(8000, 4) + little(16000, 4) + little(2, 2)
            + little(16, 2)
        let data = [UInt8](repeating: 0, count: 16000)
        let body =
            Array("WAVEfmt ".utf8) + little(16, 4) + format + Array("data".utf8)
            + little(data.count, 4) + data
        return Array("RIFF".utf8) + little(body.count, 4) + body
    }

    @Test func limitsAreChecked() throws {
        let path = folder.file("video.mp4")
        try SyntheticVideo.write(path, count: 2)
        var options = VideoOptions()
        options.maximumPixels = 96 * 64 - 1
        #expect(SyntheticVideo.failure(path, options: options) == .tooLarge)
        for limit in [96 * 64, .max] {
            options.maximumPixels = limit
            #expect(SyntheticVideo.failure(path, options: options) == nil)
        }
        options.threadCount = 0
        #expect(SyntheticVideo.failure(path, options: options) == .invalidOptions)
        options = VideoOptions()
        options.frameRate = .nan
        #expect(SyntheticVideo.failure(path, options: options) == .invalidOptions)
        guard SyntheticVideo.usesFFmpeg else { return }
        options = VideoOptions()
        options.hardwareDevice = "no such device"
        #expect(SyntheticVideo.failure(path, options: options) == .invalidOptions)
    }

    /// Two transport streams in a row have different sizes, and their times start again.
    @Test(.enabled(if: SyntheticVideo.usesFFmpeg))
    func sizeAndTimesMayChangeInTheMiddle() throws {
        try SyntheticVideo.write(folder.file("a.ts"), count: 10)
        try SyntheticVideo.write(folder.file("b.ts"), count: 10, width: 160, height: 128)
        let path = try folder.write(
            folder.bytes("a.ts") + folder.bytes("b.ts") + folder.bytes("a.ts"), to: "joined.ts")
        let (frames, statistics) = try SyntheticVideo.read(path)
        #expect(frames.count == 30)
        #expect(
            frames.map(\.buffer.width) == [96, 160, 96].flatMap { [Int](repeating: $0, count: 10) })
        #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.time < $1.time })
        #expect(statistics.repairedTimes > 0)
        #expect(frames.last.map { $0.time < .seconds(3) } == true)
    }
}
