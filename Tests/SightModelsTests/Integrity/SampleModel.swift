import Foundation

/// A model with content, for tests of files that were cut off.
enum SampleModel {
    /// RELU over `[1, 4]` float32, written by `Scripts/goldens/flatmodel.py`.
    private static let relu =
        "GAAAAFRGTDMAAA4AGAAEAAgADAAQABQADgAAAAMAAAAQAAAANAAAACwBAAAwAQAAAQAAABQAAAAAAAAA"
        + "DAAQAAQAAAAIAAwADAAAABMAAAABAAAAEwAAAAEAAAAUAAAAAAAOABgABAAIAAwAEAAUAA4AAAAUAAAA"
        + "iAAAAIwAAACQAAAAxAAAAAIAAAAUAAAASAAAAAwAFAAEAAgADAAQAAwAAAAQAAAAAAAAAAAAAAAQAAAA"
        + "AgAAAAEAAAAEAAAAAgAAAHQwAAAAAAAADAAUAAQACAAMABAADAAAABAAAAAAAAAAAAAAABAAAAACAAAA"
        + "AQAAAAQAAAACAAAAdDEAAAEAAAAAAAAAAQAAAAEAAAABAAAAFAAAAAAAAAAAAAoAEAAEAAgADAAKAAAA"
        + "AAAAAAgAAAAMAAAAAQAAAAAAAAABAAAAAQAAAAQAAABtYWluAAAAAAAAAAAAAAAAAQAAAAgAAAAEAAQA"
        + "BAAAAA=="

    /// The bytes of the file, of which the last ones are a buffer's table.
    static var bytes: [UInt8] { Array(Data(base64Encoded: relu) ?? Data()) }

    /// A model whose only buffer names bytes outside of the FlatBuffer.
    ///
    /// - Parameters:
    ///   - offset: their offset in the file.
    ///   - count: their number.
    ///   - size: the size of the file, at least 72.
    /// - Returns: the bytes of the file; those after the FlatBuffer, which has 72, are zero.
    static func outside(offset: UInt64, count: UInt64, size: Int) -> [UInt8] {
        var bytes: [UInt8] = [24, 0, 0, 0] + Array("TFL3".utf8)
        // Field 4 of the model, its buffers, lies 4 bytes inside its table.
        bytes += [14, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0]
        bytes += [16, 0, 0, 0, 4, 0, 0, 0] + [1, 0, 0, 0, 16, 0, 0, 0]
        // Fields 1 and 2 of the buffer lie 4 and 12 bytes inside its table.
        bytes += [10, 0, 20, 0, 0, 0, 4, 0, 12, 0, 0, 0] + [12, 0, 0, 0]
        for number in [offset, count] {
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        return bytes + [UInt8](repeating: 0, count: size - bytes.count)
    }

    /// A model with one list of graphs and one of tensors, whose entries all lead to one table.
    static func shared(_ count: Int) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        func list(_ target: Int) -> [UInt8] {
            number(count) + (0..<count).flatMap { number(target - 4 * $0) }
        }
        // Each entry holds the distance from itself to the table behind the list.
        let behind = 4 * count
        let model = [12, 0, 8, 0, 0, 0, 0, 0, 4, 0, 0, 0] + number(12) + number(4)
        let graph = [6, 0, 8, 0, 4, 0, 0, 0] + number(8) + number(4)
        let tensor: [UInt8] = [4, 0, 4, 0, 4, 0, 0, 0]
        return number(20) + Array("TFL3".utf8) + model + list(behind + 8) + graph
            + list(behind + 4) + tensor
    }
}
