import Foundation

/// Annotated images, one JSON object on each line.
struct AnnotationFile: Sendable {
    /// The size of the largest file that is read.
    private static let byteLimit = 1 << 30

    /// The images in the order of the file.
    let images: [AnnotatedImage]
    private let folder: URL

    /// Reads a file.
    ///
    /// - Throws: ``CommandError`` with status `usage`, naming the file and the line.
    init(path: String) throws(CommandError) {
        let data: Data
        do throws(CommandError) {
            data = try InputFile.read(path, limit: Self.byteLimit)
        } catch {
            throw CommandError(.usage, error.message, cause: error)
        }
        let decoder = JSONDecoder()
        var images: [AnnotatedImage] = []
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() where !line.isEmpty {
            do {
                images.append(try decoder.decode(AnnotatedImage.self, from: line))
            } catch {
                throw CommandError(
                    .usage,
                    "\(path):\(number + 1): not an annotated image; a line is a JSON object "
                        + "with file, boxes and so on, see --help", cause: error)
            }
        }
        guard !images.isEmpty else {
            throw CommandError(
                .usage, "\(path) has no lines: give a file with a line for each image")
        }
        self.images = images
        folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    }

    /// Returns an annotated image as an input of the commands.
    func input(_ image: AnnotatedImage) -> ImageArgument {
        .file(folder.appendingPathComponent(image.file).path)
    }
}
