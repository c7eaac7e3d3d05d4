import SightVideoIO
import Testing

@Suite struct VideoInputTests {
    @Test func understandsWhatUsersType() throws {
        let folder = try ScratchFolder()
        _ = try folder.write([1], to: "odd*%d[1].mp4")
        #expect(VideoInput("-") == .standardInput)
        #expect(VideoInput("RTSP://camera/1") == .address("RTSP://camera/1"))
        #expect(VideoInput("/dev/video3") == .camera("/dev/video3"))
        #expect(VideoInput(folder.path) == .folder(folder.path))
        #expect(VideoInput("frames/%06d.jpg") == .pattern("frames/%06d.jpg"))
        #expect(VideoInput("frames/*.jpg") == .pattern("frames/*.jpg"))
        #expect(VideoInput("missing.mp4") == .file("missing.mp4"))
        #expect(VideoInput("100%.mp4") == .file("100%.mp4"))
        // An existing file is opened as a file, even if its name looks like a pattern.
        let odd = folder.file("odd*%d[1].mp4")
        #expect(VideoInput(odd) == .file(odd))
    }

    @Test func hidesPasswords() {
        #expect("\(VideoInput("rtsp://me:secret@camera:554/1"))" == "rtsp://…@camera:554/1")
        #expect("\(VideoInput("http://camera/a@b"))" == "http://camera/a@b")
    }
}
