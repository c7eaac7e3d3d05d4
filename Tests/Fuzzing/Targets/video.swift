import Foundation
import SightVideoIO

/// Reads the first frames of a video of any container, as a file that FFmpeg opens.
private enum FuzzVideo {
    static let path = "/dev/shm/sight-fuzz-video-\(getpid())"

    static func exercise(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        guard let file = fopen(path, "w") else { fatalError("\(path) cannot be written") }
        fwrite(bytes.baseAddress, 1, bytes.count, file)
        fclose(file)
        defer { unlink(path) }
        var options = VideoOptions()
        options.maximumPixels = 1 << 17
        options.threadCount = 1
        let reader = try VideoReader(.file(path), options: options)
        var last = -Double.infinity
        for _ in 0..<4 {
            guard let frame = try reader.next() else { break }
            guard frame.time.seconds > last else { fatalError("time does not go on") }
            last = frame.time.seconds
        }
    }
}

/// One execution.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    Harness.run(data, size, FuzzVideo.exercise)
}
