import Foundation
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
        let cases = [
            ("rtsp://admin:p/4ss@host:554/1", "rtsp://…@host:554/1"),
            ("rtsp://admin:p@/s@host/1", "rtsp://…@host/1"),
            ("rtsp://admin:p?ss@host/1", "rtsp://…@host/1"),
            ("rtsp://admin:12345#@host/1", "rtsp://…@host/1"),
            ("rtsp://host:554/1", "rtsp://host:554/1"),
            ("rstp://admin:secret@host/1", "rstp://…@host/1"),
            ("http://host/v?loginuse=me&loginpas=secret", "http://host/v?loginuse=me&loginpas=…"),
            ("http://[::1]:80/1", "http://[::1]:80/1"),
            ("http://c/1?user=me&password=a/b&x=1", "http://c/1?user=me&password=…&x=1"),
            ("srt://c:1?passphrase=secret", "srt://c:1?passphrase=…"),
            (
                "http://c/1?X-Amz-Signature=1;access_token=2",
                "http://c/1?X-Amz-Signature=…;access_token=…"
            ),
            ("rtsp://c/user=me_password=secret_channel=1", "rtsp://c/user=me_password=…"),
            ("http://c/1?sig=2&size=3", "http://c/1?sig=…&size=3"),
        ]
        for (address, shown) in cases { #expect("\(VideoInput(address))" == shown) }
    }

    /// A link to a camera keeps its name when the number of the camera changes.
    @Test func linksToCamerasAreCameras() throws {
        let folder = try ScratchFolder()
        let link = folder.file("usb-camera")
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: "/dev/video97")
        #expect(VideoInput(link) == .camera(link))
    }
}
