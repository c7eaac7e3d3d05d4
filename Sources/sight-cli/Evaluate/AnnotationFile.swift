import Foundation

/// Annotated images, one JSON object on each line.
struct AnnotationFile: Sendable {
    /// The size of the largest file that is read.
    private static let byteLimit = 1 << 30
    /// The bytes of a blank line: space, tab, and the first half of a Windows line ending.
    private static let blanks = Array(" \t\r".utf8)

    /// The path of the file.
    let path: String
    /// The images in the order of the file.
    let images: [AnnotatedImage]
    private let folder: URL

    /// Reads a file; its images must be regular files, because strangers may have chosen them.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - needsBoxes: whether each image whose boxes people drew must have the field `boxes`.
    ///     Without it, an image would be taken for one without objects.
    /// - Throws: ``CommandError`` with status `usage`, naming the file and the line.
    init(path: String, needsBoxes: Bool) throws(CommandError) {
        let data: Data
        do throws(CommandError) {
            data = try InputFile.read(path, limit: Self.byteLimit)
        } catch {
            throw CommandError(.usage, error.message, cause: error)
        }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        let decoder = JSONDecoder()
        var images: [AnnotatedImage] = []
        // A list of all lines would take much more memory than the file.
        var (start, number) = (data.startIndex, 0)
        while start < data.endIndex {
            let end = data[start...].firstIndex(of: UInt8(ascii: "\n")) ?? data.endIndex
            let line = data[start..<end]
            start = min(end + 1, data.endIndex)
            number += 1
            guard line.contains(where: { !Self.blanks.contains($0) }) else { continue }
            let image: AnnotatedImage
            do {
                image = try decoder.decode(AnnotatedImage.self, from: line)
            } catch {
                throw CommandError(
                    .usage, "\(path):\(number): \(AnnotatedImage.refusal(of: line))", cause: error)
            }
            if let mistake = image.mistake {
                throw CommandError(.usage, "\(path):\(number): \(mistake)")
            }
            if needsBoxes, image.isDrawnByPeople, image.boxes == nil {
                throw CommandError(
                    .usage,
                    "\(path):\(number): boxes is missing: give [[x0, y0, x1, y1], …], or [] for "
                        + "an image without objects")
            }
            if let why = BatchFile.refusal(Self.path(of: image, in: folder)) {
                throw CommandError(.usage, "\(path):\(number): \(why)")
            }
            images.append(image)
        }
        guard !images.isEmpty else {
            throw CommandError(
                .usage, "\(path) has no lines: give a file with a line for each image")
        }
        self.path = path
        self.images = images
        self.folder = folder
    }

    /// Returns an annotated image as an input of the commands.
    func input(_ image: AnnotatedImage) -> ImageArgument {
        .file(Self.path(of: image, in: folder))
    }

    private static func path(of image: AnnotatedImage, in folder: URL) -> String {
        image.file.hasPrefix("/") ? image.file : folder.appendingPathComponent(image.file).path
    }
}
