public import Foundation

/// Models small enough to stand in the source.
public enum TestModel {
    /// RELU over `[1, 4]` float32, written by `Scripts/goldens/flatmodel.py`.
    private static let relu =
        "GAAAAFRGTDMAAA4AGAAEAAgADAAQABQADgAAAAMAAAAQAAAANAAAACwBAAAwAQAAAQAAABQAAAAAAAAA"
        + "DAAQAAQAAAAIAAwADAAAABMAAAABAAAAEwAAAAEAAAAUAAAAAAAOABgABAAIAAwAEAAUAA4AAAAUAAAA"
        + "iAAAAIwAAACQAAAAxAAAAAIAAAAUAAAASAAAAAwAFAAEAAgADAAQAAwAAAAQAAAAAAAAAAAAAAAQAAAA"
        + "AgAAAAEAAAAEAAAAAgAAAHQwAAAAAAAADAAUAAQACAAMABAADAAAABAAAAAAAAAAAAAAABAAAAACAAAA"
        + "AQAAAAQAAAACAAAAdDEAAAEAAAAAAAAAAQAAAAEAAAABAAAAFAAAAAAAAAAAAAoAEAAEAAgADAAKAAAA"
        + "AAAAAAgAAAAMAAAAAQAAAAAAAAABAAAAAQAAAAQAAABtYWluAAAAAAAAAAAAAAAAAQAAAAgAAAAEAAQA"
        + "BAAAAA=="

    /// A model that runs, of any size from 364 bytes up; the seed makes it differ from others.
    ///
    /// What follows a FlatBuffer is no part of it.
    ///
    /// - Parameters:
    ///   - size: bytes in all.
    ///   - seed: makes the model differ from others.
    ///   - extent: elements of its two tensors.
    /// - Returns: the file.
    public static func bytes(_ size: Int = 4096, seed: UInt8 = 0, extent: Int32 = 4) -> Data {
        var data = Data(base64Encoded: relu) ?? Data()
        // The shape `[1, 4]`, a vector of two numbers.
        while let shape = data.range(of: Data([2, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0])), extent != 4 {
            withUnsafeBytes(of: extent.littleEndian) {
                data.replaceSubrange(shape.upperBound - 4..<shape.upperBound, with: $0)
            }
        }
        while data.count < size {
            data.append(UInt8(truncatingIfNeeded: data.count &* 7 &+ Int(seed)))
        }
        return data
    }
}
