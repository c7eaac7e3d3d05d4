import Foundation

/// Where a video comes from.
public enum VideoInput: Hashable, Sendable, CustomStringConvertible {
    /// A file.
    case file(String)
    /// Pictures of one kind in a folder, by name.
    case folder(String)
    /// Pictures that a pattern names: `frame-%06d.png`, or a shell pattern such as `*.jpg`.
    case pattern(String)
    /// A camera, such as `/dev/video0`.
    case camera(String)
    /// An address: RTSP, HTTP and what else FFmpeg speaks.
    case address(String)
    /// Standard input, in any format that can be read from front to back.
    case standardInput

    private static let schemes: Set<String> = [
        "rtsp", "rtsps", "http", "https", "rtmp", "rtmps", "tcp", "udp", "rtp", "srt",
    ]

    /// Understands what users type: `-`, an address, `/dev/video0`, a folder, a pattern, a file.
    public init(_ text: String) {
        if text == "-" {
            self = .standardInput
        } else if let scheme = text.range(of: "://"),
            Self.schemes.contains(text[..<scheme.lowerBound].lowercased())
        {
            self = .address(text)
        } else if text.hasPrefix("/dev/video") {
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

    /// The name for reports and errors; an address without its password.
    public var description: String {
        switch self {
        case .file(let path), .folder(let path), .pattern(let path), .camera(let path): path
        case .standardInput: "standard input"
        case .address(let address): Self.withoutPassword(address)
        }
    }

    /// Whether new frames come whether or not anybody takes them.
    public var isLive: Bool {
        switch self {
        case .camera, .address: true
        case .file, .folder, .pattern, .standardInput: false
        }
    }

    private static func withoutPassword(_ address: String) -> String {
        guard let scheme = address.range(of: "://") else { return address }
        let rest = address[scheme.upperBound...]
        let authority = rest.prefix { $0 != "/" }
        guard let at = authority.lastIndex(of: "@") else { return address }
        return address[..<scheme.upperBound] + "…" + rest[at...]
    }
}
