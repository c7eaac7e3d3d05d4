/// How a video is read.
public struct VideoOptions: Hashable, Sendable {
    /// Most pixels of a frame.
    public var maximumPixels = 8192 * 8192
    /// Threads that decode; each holds a frame of its own.
    public var threadCount = 2
    /// How long to wait for a connection, a camera or the next packet, in seconds.
    public var timeout: Double = 10
    /// How often to connect again, one time after the other, before giving up.
    public var maximumReconnections = 3
    /// Frames a second: of a sequence of pictures (25 when `nil`), or asked of a camera.
    public var frameRate: Double?
    /// Width and height asked of a camera; its default when `nil`.
    public var cameraSize: (width: Int, height: Int)? {
        get { requestedSize.map { ($0[0], $0[1]) } }
        set { requestedSize = newValue.map { [$0.width, $0.height] } }
    }
    private var requestedSize: [Int]?
    /// A device that decodes, by FFmpeg's name: `vaapi`, `videotoolbox`, `cuda`; none when `nil`.
    ///
    /// Its frames arrive as NV12.
    public var hardwareDevice: String?

    /// The defaults.
    public init() {}

    /// Checks the numbers.
    ///
    /// - Throws: `invalidOptions`.
    func check() throws(VideoError) {
        guard maximumPixels > 0, (1...64).contains(threadCount), timeout > 0, timeout < 1e6,
            maximumReconnections >= 0
        else {
            throw VideoError(
                .invalidOptions,
                "at most \(maximumPixels) pixels on \(threadCount) threads, \(timeout) s: all "
                    + "must be positive and there are at most 64 threads")
        }
        if let frameRate, !(frameRate > 0 && frameRate <= 1000) {
            throw VideoError(
                .invalidOptions, "\(frameRate) frames a second: more than 0 and at most 1000")
        }
        if let requestedSize, !requestedSize.allSatisfy((1...32_768).contains) {
            throw VideoError(
                .invalidOptions, "a camera of \(requestedSize[0])×\(requestedSize[1]) pixels")
        }
    }
}
