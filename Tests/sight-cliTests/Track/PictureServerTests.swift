import Foundation
import SightImage
import SightImageIO
import SightVideoIO
import Testing
import sight_cli

#if Video && JPEG
    @Suite struct PictureServerTests {
        /// A reader of our own takes the pictures that a browser would.
        @Test func viewersGetPictures() throws {
            let server = try PictureServer(port: 0)
            let picture = try ImageBuffer(
                width: 64, height: 48, format: .gray8,
                bytes: [UInt8](repeating: 200, count: 64 * 48))
            let isDone = VideoInterruption()
            Thread.detachNewThread {
                while !isDone.isInterrupted {
                    server.show { try? ImageEncoder.encode(picture, as: .jpeg(quality: 80)) }
                    usleep(5000)
                }
            }
            defer { isDone.interrupt() }
            let reader = try VideoReader(
                VideoInput("http://127.0.0.1:\(server.port)/stream"))
            #expect(reader.info.width == 64)
            for _ in 0..<5 {
                let frame = try #require(try reader.next())
                #expect(abs(Int(frame.buffer.planes[0].bytes[0]) - 200) <= 2)
            }
            // A page that is not there ends like any bad address.
            #expect(throws: VideoError.self) {
                _ = try VideoReader(VideoInput("http://127.0.0.1:\(server.port)/other"))
            }
            server.stop()
        }

        @Test func aTakenPortIsAnError() throws {
            let server = try PictureServer(port: 0)
            let error = #expect(throws: CommandError.self) {
                _ = try PictureServer(port: server.port)
            }
            #expect(error?.status == .usage)
        }
    }
#endif
