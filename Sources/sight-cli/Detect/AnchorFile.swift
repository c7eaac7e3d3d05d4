import Foundation
package import Sight
import SightTensor

/// The anchors of a detector, from a separate file.
///
/// A row is the middle's y and x, the height and the width, as fractions of the input: the order in
/// which `TFLite_Detection_PostProcess` keeps them. A `.npy` file has the shape `[N, 4]`; any other
/// file is JSON, a list of lists of four numbers.
package enum AnchorFile {
    private static let byteLimit = 1 << 26

    /// Reads a file.
    ///
    /// - Throws: ``CommandError`` with status `usage`, naming the path and the bad row.
    package static func read(_ path: String) throws(CommandError) -> [AnchorBox] {
        let data: Data
        do throws(CommandError) {
            data = try InputFile.read(path, limit: byteLimit)
        } catch {
            throw CommandError(.usage, error.message, cause: error)
        }
        let rows =
            path.lowercased().hasSuffix(".npy")
            ? try array(data, path: path) : try list(data, path: path)
        guard !rows.isEmpty else { throw CommandError(.usage, "\(path) has no anchors") }
        var anchors: [AnchorBox] = []
        anchors.reserveCapacity(rows.count)
        for (index, row) in rows.enumerated() {
            guard row.count == 4 else {
                throw CommandError(
                    .usage,
                    "\(path): row \(index) has \(row.count) numbers, an anchor has four: "
                        + "y, x, height, width")
            }
            guard row.allSatisfy(\.isFinite), row[2] > 0, row[3] > 0 else {
                throw CommandError(
                    .usage,
                    "\(path): row \(index) is \(row): an anchor needs finite numbers, and a height "
                        + "and width above 0")
            }
            anchors.append(
                AnchorBox(centerX: row[1], centerY: row[0], width: row[3], height: row[2]))
        }
        return anchors
    }

    private static func array(_ data: Data, path: String) throws(CommandError) -> [[Float]] {
        let array: NPYArray
        do throws(NPYError) {
            array = try NPYArray(parsing: data)
        } catch {
            throw CommandError(.usage, "\(path): \(error.description)", cause: error)
        }
        let extents = array.shape.dimensions
        let numbers = array.bytes.withUnsafeBytes { bytes in
            TensorValues(bytes, array.elementType, count: array.shape.elementCount).map { values in
                (0..<values.count).map { Float(values[$0]) }
            }
        }
        guard extents.count == 2, extents[1] == 4, let numbers else {
            throw CommandError(
                .usage,
                "\(path) has the shape \(extents) of \(array.elementType), anchors have [N, 4] of "
                    + "numbers")
        }
        return stride(from: 0, to: numbers.count, by: 4).map { Array(numbers[$0..<$0 + 4]) }
    }

    private static func list(_ data: Data, path: String) throws(CommandError) -> [[Float]] {
        do {
            return try JSONDecoder().decode([[Float]].self, from: data)
        } catch {
            throw CommandError(
                .usage,
                "\(path) is neither an .npy file nor a JSON list of anchors such as "
                    + "[[0.5, 0.5, 0.2, 0.2]]", cause: error)
        }
    }
}
