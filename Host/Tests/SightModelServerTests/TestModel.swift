import Foundation

/// Models small enough to stand in the source.
enum TestModel {
    /// RELU over `[1, 4]` float32, written by `Scripts/flatmodel.py`.
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
    static func bytes(_ size: Int = 4096, seed: UInt8 = 0) -> Data {
        var data = Data(base64Encoded: relu) ?? Data()
        while data.count < size {
            data.append(UInt8(truncatingIfNeeded: data.count &* 7 &+ Int(seed)))
        }
        return data
    }
}
