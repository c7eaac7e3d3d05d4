import Foundation
import Sight
import SightImage
import SightImageIO

/// Writes annotated images or masks to one file, or to a folder if there are several.
final class AnnotatedOutput {
    private let path: String
    private let isFolder: Bool
    /// Whether the images are masks, which are always PNG.
    private let isMask: Bool
    /// The files of the images, which must not be replaced.
    private let inputs: InputFiles
    /// The names of the files that this run has written to the folder.
    private var names: Set<String> = []

    /// Chooses between a file and a folder before any work is done.
    ///
    /// - Throws: ``CommandError`` with status `usage` for file extensions that cannot be written,
    ///   and for a file in a folder that does not exist.
    init(path: String, inputs: [ImageArgument], isMask: Bool = false) throws(CommandError) {
        var exists: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &exists)
        isFolder = inputs.count > 1 || path.hasSuffix("/") || (isThere && exists.boolValue)
        self.path = path
        self.isMask = isMask
        self.inputs = InputFiles(
            inputs.compactMap { input -> String? in
                switch input {
                case .file(let file): file
                case .standardInput: "-"
                case .bytes: nil
                }
            })
        if isFolder {
            try OutputFile.makeFolder(path)
        } else if isMask {
            guard ImageEncoder.Format(path: path) == .png else {
                throw CommandError(
                    .usage,
                    "\(path): masks are written as .png, because JPEG changes their values")
            }
        } else if ImageEncoder.Format(path: path) == nil {
            throw CommandError(
                .usage, "\(path): annotated images are written as .png, .jpg or .jpeg")
        }
        if !isFolder { try Self.requireFolder(of: path) }
    }

    /// Checks that the folder of a file exists, which would otherwise fail only after the model.
    private static func requireFolder(of path: String) throws(CommandError) {
        let folder = FilePath.parts(of: path).folder
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder),
            isFolder.boolValue
        else {
            throw CommandError(
                .usage, "\(path) cannot be written: \(folder) is not an existing folder")
        }
    }

    /// Draws the objects of one image and writes it.
    ///
    /// - Throws: ``CommandError`` with status `usage` when it cannot be written.
    func write(_ found: DetectedImage) throws(CommandError) {
        let image = found.input.canvas
        let annotations = found.result.objects.map { object in
            Annotation(
                rect: object.uprightBox, text: Self.text(of: object),
                colorIndex: object.labels.first?.index ?? 0, points: object.uprightKeypoints)
        }
        let drawn: ImageBuffer
        do throws(ImageError) {
            drawn = try image.buffer.annotated(annotations, orientation: image.orientation)
        } catch {
            throw CommandError(.usage, error.message, cause: error)
        }
        try write(drawn, of: found.input.name)
    }

    /// Writes a drawn image under the name of its input.
    ///
    /// - Throws: ``CommandError`` with status `usage` when it cannot be written, or would replace
    ///   one of the images.
    func write(_ image: ImageBuffer, of name: String) throws(CommandError) {
        let target = isFolder ? fileInFolder(for: name) : path
        guard inputs.name(of: target) == nil else {
            throw CommandError(
                .usage,
                "\(target) is one of the images: give another file or folder for the output")
        }
        do throws(ImageError) {
            try ImageEncoder.write(image, to: target)
        } catch {
            throw CommandError(.usage, error.message, cause: error)
        }
    }

    private static func text(of object: Object) -> String {
        guard let label = object.labels.first else { return String(format: "%.2f", object.score) }
        let name = label.text.isEmpty ? "class \(label.index)" : label.text
        return name + String(format: " %.2f", label.score)
    }

    /// Returns the image's name in the folder: JPEG stays JPEG, all others and masks become PNG.
    ///
    /// Images with the same name from different folders are numbered.
    private func fileInFolder(for input: String) -> String {
        let url = URL(fileURLWithPath: input == "-" ? "image" : input)
        let stem = url.deletingPathExtension().lastPathComponent
        let isJPEG = ["jpg", "jpeg"].contains(url.pathExtension.lowercased())
        let ending = isJPEG && !isMask ? "jpg" : "png"
        var name = "\(stem).\(ending)"
        var number = 2
        while !names.insert(name).inserted {
            name = "\(stem)-\(number).\(ending)"
            number += 1
        }
        return URL(fileURLWithPath: path).appendingPathComponent(name).path
    }
}
