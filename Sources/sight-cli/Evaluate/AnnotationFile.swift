import Foundation

/// Annotated images, one JSON object a line.
struct AnnotationFile: Sendable {
    /// Largest file that is read.
    private static let byteLimit = 1 << 30

    /// In the order of the file.
    let pictures: [AnnotatedPicture]
    private let folder: URL

    /// Reads a file.
    ///
    /// - Throws: ``CommandError`` with status `usage`, naming file and line.
    init(path: String) throws(CommandError) {
        let data: Data
        do throws(CommandError) {
            data = try InputFile.read(path, limit: Self.byteLimit)
        } catch {
            throw CommandError(.usage, error.message, cause: error)
        }
        let decoder = JSONDecoder()
        var pictures: [AnnotatedPicture] = []
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() where !line.isEmpty {
            do {
                pictures.append(try decoder.decode(AnnotatedPicture.self, from: line))
            } catch {
                throw CommandError(
                    .usage,
                    "\(path):\(number + 1): not an annotated image; expected one JSON object "
                        + "with file, boxes and so on", cause: error)
            }
        }
        guard !pictures.isEmpty else { throw CommandError(.usage, "\(path): no images in it") }
        self.pictures = pictures
        folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    }

    /// The image's file as an input of the commands.
    func input(_ picture: AnnotatedPicture) -> PictureInput {
        .file(folder.appendingPathComponent(picture.file).path)
    }
}
