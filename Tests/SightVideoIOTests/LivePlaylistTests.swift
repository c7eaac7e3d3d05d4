import Foundation
import SightVideoIO
import Testing

/// Playlists of live sources, which grow until the source ends.
@Suite(.enabled(if: SyntheticVideo.usesFFmpeg)) struct LivePlaylistTests {
    private static let growing = """
        #EXTM3U
        #EXT-X-TARGETDURATION:1
        #EXT-X-MEDIA-SEQUENCE:1
        #EXTINF:1,
        video.ts

        """

    private func open(
        _ answer: @escaping @Sendable (String, Int) -> AnswersOverHTTP.Answer?
    ) throws -> VideoReader {
        let server = try AnswersOverHTTP(answer)
        var options = VideoOptions()
        options.timeout = 2
        options.reconnectionTime = 4
        return try VideoReader(
            VideoInput("http://127.0.0.1:\(server.port)/live.m3u8"), options: options)
    }

    private func segment() throws -> AnswersOverHTTP.Answer {
        let folder = try ScratchFolder()
        try SyntheticVideo.write(folder.file("video.ts"), count: 25)
        return AnswersOverHTTP.Answer(type: "video/mp2t", bytes: try folder.bytes("video.ts"))
    }

    private static func list(_ text: String) -> AnswersOverHTTP.Answer {
        AnswersOverHTTP.Answer(type: "application/vnd.apple.mpegurl", bytes: Array(text.utf8))
    }

    /// A source that is gone is an error, although FFmpeg reports the end of the video.
    @Test(.timeLimit(.minutes(10))) func aLostSourceIsAnError() throws {
        let segment = try segment()
        let reader = try open { path, number in
            if path.hasSuffix(".ts") { return segment }
            return number < 2 ? Self.list(Self.growing) : nil
        }
        let error = #expect(throws: VideoError.self) { while try reader.next() != nil {} }
        #expect(error?.code == .disconnected)
        #expect(reader.statistics.frames > 10)
    }

    /// A playlist that no longer grows offers its last segments again and again.
    @Test(.timeLimit(.minutes(10))) func aPlaylistThatStandsStillIsAnError() throws {
        let segment = try segment()
        let reader = try open { path, _ in
            path.hasSuffix(".ts") ? segment : Self.list(Self.growing)
        }
        let error = #expect(throws: VideoError.self) { while try reader.next() != nil {} }
        #expect(error?.code == .disconnected)
        #expect((20...26).contains(reader.statistics.frames))
    }

    /// A playlist that gets its end while the reader is away ends the video.
    @Test(.timeLimit(.minutes(10))) func aPlaylistWithAnEndEnds() throws {
        let segment = try segment()
        let reader = try open { path, number in
            if path.hasSuffix(".ts") { return segment }
            return Self.list(Self.growing + (number > 0 ? "#EXT-X-ENDLIST\n" : ""))
        }
        while try reader.next() != nil {}
        #expect((20...26).contains(reader.statistics.frames))
    }
}
