import Foundation
import SightVideoIO

extension VideoInput {
    /// The files that reading this input opens, and `-` for standard input.
    ///
    /// A pattern with a number, such as `%04d.png`, or with braces counts as all images of its
    /// folder: the reader finds out which of them it names.
    var files: [String] {
        switch self {
        case .file(let path): return [path]
        case .standardInput: return ["-"]
        case .folder(let path): return Self.images(in: path)
        case .pattern(let pattern):
            let matches = ImageArgument.matches(pattern)
            guard matches.isEmpty else { return matches }
            return Self.images(in: FilePath.parts(of: pattern).folder)
        case .camera, .address: return []
        }
    }

    /// Whether `--fps` can apply: the input's frames may have no times of their own, or the input
    /// delivers the requested number of frames per second, as a camera does.
    var takesFrameRate: Bool {
        switch self {
        case .folder, .pattern, .camera, .standardInput: true
        case .address(let address):
            // Over RTSP and RTMP, each frame has a time.
            !["rtsp", "rtmp"].contains(where: address.lowercased().hasPrefix)
        case .file: false
        }
    }

    /// Returns the name of what a user has given for results and errors: an address without its
    /// passwords, and everything else as it is.
    static func name(of text: String) -> String {
        text == "-" ? text : VideoInput(text).description
    }

    private static func images(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter {
            Self.imageEndings.contains(($0 as NSString).pathExtension.lowercased())
        }
        .map { folder + "/" + $0 }
    }
}
