public import Foundation

/// Models that are small enough for the source code.
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

    /// A model that runs, of any size from 364 bytes up.
    ///
    /// The additional bytes follow the FlatBuffer, and readers of FlatBuffers ignore them.
    ///
    /// - Parameters:
    ///   - size: the bytes of the file.
    ///   - seed: the model's variant; files with different seeds differ.
    ///   - extent: the number of elements of each of the two tensors.
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
