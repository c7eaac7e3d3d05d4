import Foundation

/// The source of a video.
public enum VideoInput: Hashable, Sendable, CustomStringConvertible {
    /// The endings of the files that are read as the images of a folder.
    package static let imageEndings = ["jpg", "jpeg", "png", "bmp", "webp", "tif", "tiff"]

    /// A file.
    case file(String)
    /// The images of one format in a folder, sorted by name, or by number if the names differ only
    /// in the number before the ending.
    case folder(String)
    /// The images that a pattern names: `frame-%06d.png`, or a shell pattern such as `*.jpg`, whose
    /// images are sorted as those of a folder. A number without an image counts as a lost frame.
    case pattern(String)
    /// A camera, such as `/dev/video0`.
    case camera(String)
    /// An address: RTSP, HTTP or another protocol of FFmpeg.
    case address(String)
    /// Standard input, in any format that can be read from front to back.
    case standardInput

    private static let schemes: Set<String> = [
        "rtsp", "rtsps", "http", "https", "rtmp", "rtmps", "tcp", "udp", "rtp", "srt",
    ]

    /// Interprets a user's input: `-`, an address, `/dev/video0` or a link to it, a folder, a
    /// pattern or a file.
    public init(_ text: String) {
        if text == "-" {
            self = .standardInput
        } else if let scheme = text.range(of: "://"),
            Self.schemes.contains(text[..<scheme.lowerBound].lowercased())
        {
            self = .address(text)
        } else if Self.isCamera(text) {
            self = .camera(text)
        } else {
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(atPath: text, isDirectory: &isFolder)
            let isPattern =
                !exists
                && (text.contains(where: "*?[".contains)
                    || text.range(of: "%[0-9]*d", options: .regularExpression) != nil)
            self = isPattern ? .pattern(text) : isFolder.boolValue ? .folder(text) : .file(text)
        }
    }

    /// The name for reports and errors; an address is shown without its passwords and
    /// keys.
    public var description: String {
        switch self {
        case .standardInput: "standard input"
        // A mistyped scheme makes an address the path of a file.
        case .file(let text), .folder(let text), .pattern(let text), .camera(let text),
            .address(let text):
            MaskedAddress.text(text)
        }
    }

    /// Whether frames arrive even if nobody takes them.
    public var isLive: Bool {
        switch self {
        case .camera, .address: true
        case .file, .folder, .pattern, .standardInput: false
        }
    }

    /// Whether the format of the source may store no times for its frames; the caller may then give
    /// their rate.
    package var mayStateNoTimes: Bool {
        switch self {
        case .address, .standardInput: true
        case .file, .folder, .pattern, .camera: false
        }
    }

    /// Whether a path is that of a camera, or of a link to one, such as those in `/dev/v4l/by-id`,
    /// whose names stay the same.
    private static func isCamera(_ path: String) -> Bool {
        var path = path
        for _ in 0..<SymbolicLink.limit {
            let name = URL(fileURLWithPath: path).standardizedFileURL.path
            if name.hasPrefix("/dev/video") { return true }
            guard case .path(let next) = SymbolicLink.target(of: path) else { return false }
            path = next
        }
        return false
    }
}
