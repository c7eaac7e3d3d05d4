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

    /// Whether this input has no times of its own, or takes the requested number of frames per
    /// second.
    var takesFrameRate: Bool {
        switch self {
        case .folder, .pattern, .camera: true
        case .file, .address, .standardInput: false
        }
    }

    private static func images(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter {
            Self.imageEndings.contains(($0 as NSString).pathExtension.lowercased())
        }
        .map { folder + "/" + $0 }
    }
}
