import Foundation

/// Annotated images, one JSON object on each line.
struct AnnotationFile: Sendable {
    /// The size of the largest file that is read.
    private static let byteLimit = 1 << 30

    /// The images in the order of the file.
    let images: [AnnotatedImage]
    private let folder: URL

    /// Reads a file; its images must be regular files, because strangers may have chosen them.
    ///
    /// - Throws: ``CommandError`` with status `usage`, naming the file and the line.
    init(path: String) throws(CommandError) {
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
            guard !line.isEmpty else { continue }
            let image: AnnotatedImage
            do {
                image = try decoder.decode(AnnotatedImage.self, from: line)
            } catch {
                throw CommandError(
                    .usage,
                    "\(path):\(number): not an annotated image; a line is a JSON object "
                        + "with file, boxes and so on, see --help", cause: error)
            }
            if let mistake = image.mistake {
                throw CommandError(.usage, "\(path):\(number): \(mistake)")
            }
            if let why = BatchFile.refusal(folder.appendingPathComponent(image.file).path) {
                throw CommandError(.usage, "\(path):\(number): \(why)")
            }
            images.append(image)
        }
        guard !images.isEmpty else {
            throw CommandError(
                .usage, "\(path) has no lines: give a file with a line for each image")
        }
        self.images = images
        self.folder = folder
    }

    /// Returns an annotated image as an input of the commands.
    func input(_ image: AnnotatedImage) -> ImageArgument {
        .file(folder.appendingPathComponent(image.file).path)
    }
}
