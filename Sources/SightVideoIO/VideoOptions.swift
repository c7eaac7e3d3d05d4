/// The settings for reading a video.
public struct VideoOptions: Hashable, Sendable {
    /// The largest number of pixels of a frame.
    public var maximumPixels = 8192 * 8192
    /// The number of threads that decode; each holds one frame.
    public var threadCount = 2
    /// The longest wait for a connection, a camera or the next packet, in seconds.
    public var timeout: Double = 10
    /// Whether a server has to show a certificate that this machine trusts, issued for its name.
    ///
    /// The check covers HTTPS, RTMPS and RTSPS. Older versions of FFmpeg, such as 5.1, cannot check
    /// the certificates of RTSPS: readers then refuse such addresses with `invalidOptions`.
    public var verifiesCertificates = true
    /// The number of successive attempts to connect again before the reader fails; as many as
    /// ``reconnectionTime`` allows by default.
    public var maximumReconnections = Int.max
    /// The number of seconds without a frame after which the reader makes no further attempt to
    /// connect again; 0 for no attempt.
    ///
    /// The reader waits between two attempts, 5 seconds at most.
    public var reconnectionTime: Double = 60
    /// The frames per second of an image sequence (25 when `nil`), those requested from a camera,
    /// or those of an address or standard input whose format states no times.
    public var frameRate: Double?
    /// The width and height requested from a camera; its default when `nil`.
    public var cameraSize: (width: Int, height: Int)? {
        get { requestedSize.map { ($0[0], $0[1]) } }
        set { requestedSize = newValue.map { [$0.width, $0.height] } }
    }
    private var requestedSize: [Int]?
    /// A device that decodes, by FFmpeg's name: `vaapi`, `videotoolbox`, `cuda`; `nil` for none.
    ///
    /// Its frames have the format NV12.
    public var hardwareDevice: String?

    /// The default settings.
    public init() {}

    /// Checks the numbers.
    ///
    /// - Throws: `invalidOptions`.
    func check() throws(VideoError) {
        guard maximumPixels > 0 else {
            throw VideoError(.invalidOptions, "maximumPixels is \(maximumPixels), not above 0")
        }
        guard (1...64).contains(threadCount) else {
            throw VideoError(.invalidOptions, "threadCount is \(threadCount), not in 1…64")
        }
        guard timeout > 0, timeout < 1e6 else {
            throw VideoError(
                .invalidOptions, "timeout is \(timeout) seconds, not above 0 and below 1,000,000")
        }
        guard maximumReconnections >= 0 else {
            throw VideoError(
                .invalidOptions, "maximumReconnections is \(maximumReconnections), below 0")
        }
        guard reconnectionTime >= 0, reconnectionTime < 1e6 else {
            throw VideoError(
                .invalidOptions,
                "reconnectionTime is \(reconnectionTime) seconds, not 0 or more and below 1,000,000"
            )
        }
        if let frameRate, !(frameRate > 0 && frameRate <= 1000) {
            throw VideoError(
                .invalidOptions,
                "frameRate is \(frameRate) frames per second, not above 0 and at most 1000")
        }
        if let requestedSize, !requestedSize.allSatisfy((1...32_768).contains) {
            throw VideoError(
                .invalidOptions,
                "cameraSize is \(requestedSize[0])×\(requestedSize[1]): each side has to be in "
                    + "1…32768")
        }
    }
}
