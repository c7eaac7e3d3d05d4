import Foundation
import SightModelFile
import SightTensor

/// The strings of a file for an input: the lines of a text, or the elements of a NumPy array.
struct InputStrings {
    /// A text with more lines is refused before they are taken apart, which needs much memory.
    private static let maximumCount = NPYStrings.maximumCount

    let elements: [[UInt8]]
    /// The shape of the array; `nil` for lines of text.
    private let arrayShape: Shape?
    private let path: String

    /// Reads a file.
    ///
    /// A text may begin with a byte order mark, its lines may end with a carriage return, and the
    /// last one need not end with a newline.
    ///
    /// - Throws: ``CommandError`` with status `someInputsFailed`, naming the path.
    init(_ path: String) throws(CommandError) {
        self.path = path
        let file = try InputData.read(path)
        guard NPYFile.isBegun(by: file) else {
            let count = file.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) }
            guard count <= Self.maximumCount else {
                throw CommandError(
                    .someInputsFailed,
                    "\(path): \(count) lines, an input takes at most \(Self.maximumCount)")
            }
            elements = Self.lines(file)
            arrayShape = nil
            return
        }
        do {
            let strings = try NPYStrings(parsing: file)
            (elements, arrayShape) = (strings.elements, strings.shape)
        } catch {
            throw CommandError(.someInputsFailed, "\(path): \(error)", cause: error)
        }
    }

    private static func lines(_ file: Data) -> [[UInt8]] {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = file.starts(with: mark) ? file.dropFirst(mark.count) : file
        var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { Array($0.last == 0x0D ? $0.dropLast() : $0) }
    }

    /// Returns the shape that an input gets.
    ///
    /// A text has no shape, only a number of lines. If one extent of the input is dynamic, the number
    /// of lines decides it; otherwise the input must take exactly as many strings.
    ///
    /// - Throws: ``CommandError`` with status `someInputsFailed` if the strings do not fit.
    func shape(for tensor: TensorInfo, position: Int) throws(CommandError) -> Shape {
        let place = "\(path): input \(position) \"\(tensor.name)\""
        if let arrayShape {
            guard arrayShape.rank == tensor.shape.rank else {
                throw CommandError(
                    .someInputsFailed,
                    "\(place) has the shape \(tensor.shapeText), the file \(arrayShape)")
            }
            return arrayShape
        }
        let count = elements.count
        if let shape = tensor.shape(ofElements: count) { return shape }
        guard count == tensor.shape.elementCount else {
            throw CommandError(
                .someInputsFailed,
                "\(place) \(tensor.shapeText) takes "
                    + "\(tensor.shape.elementCount.counted("string")), the file has "
                    + "\(count.counted("line")): give as many, or the input's --shape")
        }
        return tensor.shape
    }
}
