import Foundation
import SightGeometry
import SightImage
import SightVideoIO
import Testing

@Suite(.enabled(if: SyntheticVideo.isAvailable)) struct VideoWriterTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// The mean difference of the luma, whose rows may be of different lengths.
    private static func meanDifference(_ a: ImageBuffer, _ b: ImageBuffer) -> Double {
        let (first, second) = (a.planes[0], b.planes[0])
        let (left, right) = (Array(first.bytes), Array(second.bytes))
        var sum = 0
        for y in 0..<a.height {
            for x in 0..<a.width {
                let (from, to) = (left[y * first.rowBytes + x], right[y * second.rowBytes + x])
                sum += abs(Int(from) - Int(to))
            }
        }
        return Double(sum) / Double(a.width * a.height)
    }

    /// The largest expected difference; the system's encoder takes BGRA and chooses the quality and
    /// the matrix itself.
    private static func limit(_ gray: Double) -> Double { SyntheticVideo.usesFFmpeg ? gray : 8 }

    /// A written video has every frame with its time when it is read; its pixels agree within two
    /// gray levels on average, the loss of constant quality 23 for a plain image.
    @Test(arguments: SyntheticVideo.endings)
    func framesComeBack(_ ending: String) throws {
        let path = folder.file("video.\(ending)")
        try SyntheticVideo.write(path)
        #expect(folder.names == ["video.\(ending)"])
        let (frames, statistics) = try SyntheticVideo.read(path)
        #expect(frames.count == 24)
        #expect(statistics.frames == 24)
        #expect(statistics.lostFrames == 0 && statistics.damagedFrames == 0)
        #expect(statistics.repairedTimes == 0)
        for (index, frame) in frames.enumerated() {
            #expect(frame.index == index)
            #expect(abs(frame.time.seconds * 1000 - Double(40 * index)) <= 1)
            if SyntheticVideo.usesFFmpeg {
                #expect(frame.buffer.format == .i420(YCbCrEncoding()))
            }
            let difference = Self.meanDifference(frame.buffer, try SyntheticVideo.frame(index))
            #expect(difference <= Self.limit(2))
        }
    }

    /// A copy states the shape of its pixels and the meaning of its colors, turned upright.
    @Test(.enabled(if: SyntheticVideo.usesFFmpeg), arguments: ["mp4", "mov", "mkv"])
    func aCopyIsPresentedLikeTheOriginal(_ ending: String) throws {
        var options = VideoWriterOptions()
        options.presentation.pixelWidth = 16
        options.presentation.pixelHeight = 11
        options.presentation.colorPrimaries = 9
        options.presentation.transferCharacteristics = 18
        let first = folder.file("first.\(ending)")
        try SyntheticVideo.write(first, options: options)
        let info = try VideoReader(VideoInput(first)).info
        #expect(info.presentation == options.presentation)

        options.presentation = info.presentation.upright(.right)
        let second = folder.file("second.\(ending)")
        try SyntheticVideo.write(second, options: options)
        let turned = try VideoReader(VideoInput(second)).info.presentation
        #expect(turned.pixelWidth == 11 && turned.pixelHeight == 16)
        #expect(turned.transferCharacteristics == 18)
    }

    @Test func aPixelWithoutWidthIsRefused() throws {
        var options = VideoWriterOptions()
        options.presentation.pixelWidth = 0
        let error = #expect(throws: VideoError.self) {
            _ = try VideoWriter(
                path: folder.file("video.mp4"), width: 96, height: 64, options: options)
        }
        #expect(error?.code == .invalidOptions)
        #expect(error?.message.contains("0:1") == true)
        #expect(folder.names.isEmpty)
    }

    /// A video would replace a pipe, which cannot be one.
    @Test func aPipeIsRefused() throws {
        let path = folder.file("video.mp4")
        #expect(mkfifo(path, 0o600) == 0)
        let error = #expect(throws: VideoError.self) {
            _ = try VideoWriter(path: path, width: 96, height: 64)
        }
        #expect(error?.code == .unwritable)
        #expect(folder.names == ["video.mp4"])
    }

    /// A link stays, what it leads to is written, and the permissions of a replaced file stay.
    @Test(arguments: [true, false]) func aLinkIsFollowed(_ exists: Bool) throws {
        let (link, target) = (folder.file("link.mp4"), folder.file("target.mp4"))
        if exists {
            #expect(FileManager.default.createFile(atPath: target, contents: Data()))
            #expect(chmod(target, 0o600) == 0)
        }
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        try SyntheticVideo.write(link, count: 2)
        #expect(folder.names.sorted() == ["link.mp4", "target.mp4"])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
        #expect(try SyntheticVideo.read(target).frames.count == 2)
        if exists {
            let attributes = try FileManager.default.attributesOfItem(atPath: target)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    /// The system follows a link to a folder before the `..` behind it.
    @Test func aFolderThatIsALinkIsLeftUpward() throws {
        let manager = FileManager.default
        for name in ["a", "b/c"] {
            try manager.createDirectory(
                atPath: folder.file(name), withIntermediateDirectories: true)
        }
        try manager.createSymbolicLink(
            atPath: folder.file("a/link"), withDestinationPath: "../b/c")
        try SyntheticVideo.write(folder.file("a/link/../x.mp4"), count: 2)
        try manager.createSymbolicLink(
            atPath: folder.file("b/c/y.mp4"), withDestinationPath: "../z.mp4")
        try SyntheticVideo.write(folder.file("a/link/y.mp4"), count: 2)
        #expect(try manager.contentsOfDirectory(atPath: folder.file("a")) == ["link"])
        let written = try manager.contentsOfDirectory(atPath: folder.file("b")).sorted()
        #expect(written == ["c", "x.mp4", "z.mp4"])
    }

    @Test func aLinkThatLeadsToItselfIsRefused() throws {
        let link = folder.file("loop.mp4")
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: "loop.mp4")
        let error = #expect(throws: VideoError.self) {
            try SyntheticVideo.write(link, count: 2)
        }
        #expect(error?.code == .unwritable)
        #expect(folder.names == ["loop.mp4"])
    }

    /// The temporary file of a private video is private, too.
    @Test func anUnfinishedVideoIsPrivate() throws {
        let path = folder.file("private.mp4")
        #expect(FileManager.default.createFile(atPath: path, contents: Data()))
        #expect(chmod(path, 0o600) == 0)
        let writer = try VideoWriter(path: path, width: 96, height: 64)
        try writer.append(SyntheticVideo.frame(0, width: 96, height: 64), at: .milliseconds(0))
        for name in folder.names {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
        #expect(folder.names.count == 2)
        writer.cancel()
        #expect(folder.names == ["private.mp4"])
    }

    @Test func variableTimesAreKept() throws {
        let path = folder.file("variable.mp4")
        let times = [0, 40, 45, 300, 1300, 1310]
        let writer = try VideoWriter(path: path, width: 96, height: 64)
        for (index, time) in times.enumerated() {
            try writer.append(SyntheticVideo.frame(index), at: .milliseconds(time))
        }
        // Times that do not rise are moved.
        try writer.append(SyntheticVideo.frame(6), at: .milliseconds(5))
        try writer.finish()
        let found = try SyntheticVideo.read(path).frames.map { $0.time.seconds * 1000 }
        #expect(found.count == 7)
        for (found, wanted) in zip(found, times) { #expect(abs(found - Double(wanted)) <= 1) }
    }

    @Test func oddSizesGrowByAColumnAndARow() throws {
        let path = folder.file("odd.mp4")
        try SyntheticVideo.write(path, count: 3, width: 97, height: 65)
        let frame = try #require(try SyntheticVideo.read(path).frames.first)
        #expect(frame.buffer.width == 98 && frame.buffer.height == 66)
    }

    @Test func otherFormatsAndSizesAreConverted() throws {
        let path = folder.file("mixed.mp4")
        let writer = try VideoWriter(path: path, width: 96, height: 64)
        let frame = try SyntheticVideo.frame(0)
        let rgb = try frame.upright(.up)
        let gray = try ImageBuffer(
            width: 96, height: 64, format: .gray8, bytes: frame.planes[0].bytes)
        let small = try SyntheticVideo.frame(0, width: 48, height: 32)
        for (index, image) in [frame, rgb, gray, small].enumerated() {
            try writer.append(image, at: .milliseconds(40 * index))
        }
        try writer.finish()
        #expect(writer.frameCount == 4)
        let frames = try SyntheticVideo.read(path).frames
        #expect(frames.count == 4)
        #expect(frames.allSatisfy { $0.buffer.width == 96 })
        #expect(Self.meanDifference(frames[1].buffer, frame) <= Self.limit(3))
    }

    /// The file states the matrix of an NV12 image, which the image's format does not.
    @Test(.enabled(if: SyntheticVideo.usesFFmpeg)) func theMatrixOfTwoPlanesIsStated() throws {
        var image = try ImageBuffer(
            width: 96, height: 64, range: .video, luma: [UInt8](repeating: 63, count: 96 * 64),
            lumaRowBytes: 96, chroma: [UInt8](repeating: 128, count: 96 * 32), chromaRowBytes: 96)
        image.nv12Matrix = .bt709
        let path = folder.file("matrix.mp4")
        var options = VideoWriterOptions()
        options.presentation.colorPrimaries = 1
        options.presentation.transferCharacteristics = 1
        let writer = try VideoWriter(path: path, width: 96, height: 64, options: options)
        try writer.append(image, at: .zero)
        try writer.finish()
        let frame = try #require(try SyntheticVideo.read(path).frames.first)
        #expect(frame.buffer.format == .i420(YCbCrEncoding(matrix: .bt709)))
    }

    @Test func fallsBackToMPEG4() throws {
        var options = VideoWriterOptions()
        options.codec = .mpeg4
        let path = folder.file("old.mp4")
        guard SyntheticVideo.usesFFmpeg else {
            // The system writes H.264 only.
            let error = #expect(throws: VideoError.self) {
                _ = try VideoWriter(path: path, width: 96, height: 64, options: options)
            }
            #expect(error?.code == .unsupportedFormat)
            return
        }
        try SyntheticVideo.write(path, count: 5, options: options)
        #expect(try VideoReader(.file(path)).info.codec == "mpeg4")
        #expect(try SyntheticVideo.read(path).frames.count == 5)
    }

    @Test func nothingIsLeftOfWhatIsGivenUp() throws {
        let path = folder.file("kept.mp4")
        _ = try folder.write([1, 2, 3], to: "kept.mp4")
        do {
            let writer = try VideoWriter(path: path, width: 96, height: 64)
            try writer.append(SyntheticVideo.frame(0), at: .zero)
            #expect(folder.names.count == 2)
        }
        #expect(folder.names == ["kept.mp4"])
        #expect(try folder.bytes("kept.mp4") == [1, 2, 3])
        let empty = try VideoWriter(path: path, width: 96, height: 64)
        #expect(throws: VideoError.self) { try empty.finish() }
        #expect(try folder.bytes("kept.mp4") == [1, 2, 3])
        #expect(folder.names == ["kept.mp4"])
    }

    /// A folder with the name of the video cannot be replaced by a file.
    @Test func nothingIsLeftOfAVideoThatCannotBeRenamed() throws {
        let path = folder.file("video.mp4")
        let writer = try VideoWriter(path: path, width: 96, height: 64)
        try writer.append(SyntheticVideo.frame(0), at: .zero)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        // Every later call reports the failure, too.
        for _ in 0..<2 {
            let error = #expect(throws: VideoError.self) { try writer.finish() }
            #expect(error?.code == .unwritable)
        }
        let error = #expect(throws: VideoError.self) {
            try writer.append(SyntheticVideo.frame(1), at: .seconds(1))
        }
        #expect(error?.message.contains("finished") == false)
        #expect(folder.names == ["video.mp4"])
    }

    /// A container that cannot store the time of a frame keeps those before it.
    @Test(.enabled(if: SyntheticVideo.usesFFmpeg)) func refusedFramesKeepTheOthers() throws {
        let path = folder.file("video.mp4")
        let writer = try VideoWriter(path: path, width: 96, height: 64)
        let error = #expect(throws: VideoError.self) {
            for index in 0..<30 {
                try writer.append(SyntheticVideo.frame(index), at: .milliseconds(40 * index))
            }
            for index in 30..<60 {
                try writer.append(
                    SyntheticVideo.frame(index), at: .seconds(100_000 * Double(index)))
            }
            try writer.finish()
        }
        #expect(error?.code == .unwritable)
        #expect(error?.message.contains("has the frames before") == true)
        #expect(folder.names == ["video.mp4"])
        #expect(try SyntheticVideo.read(path).frames.count >= 25)
    }

    @Test func namesWhatCannotBeWritten() throws {
        let cases: [(String, Int, Int, VideoError.Code)] = [
            (folder.file("no/folder.mp4"), 96, 64, .unwritable),
            (folder.file("video.avi"), 96, 64, .unsupportedFormat),
            (folder.file("video.mp4"), 0, 64, .tooLarge),
            (folder.file("video.mp4"), 96, 1 << 20, .tooLarge),
        ]
        for (path, width, height, code) in cases {
            let error = #expect(throws: VideoError.self) {
                _ = try VideoWriter(path: path, width: width, height: height)
            }
            #expect(error?.code == code)
            #expect(error?.message.contains(path) == true)
        }
        var options = VideoWriterOptions()
        options.quality = 99
        let error = #expect(throws: VideoError.self) {
            _ = try VideoWriter(
                path: folder.file("a.mp4"), width: 8, height: 8, options: options)
        }
        #expect(error?.code == .invalidOptions)
        #expect(folder.names.isEmpty)
    }

    /// An encoder gets a number of threads that a container's limit of processors allows.
    @Test func encodingThreadsAreLimited() {
        var options = VideoWriterOptions()
        #expect((1...16).contains(options.encodingThreadCount))
        options.threadCount = 40
        #expect(options.encodingThreadCount == 40)
    }
}
