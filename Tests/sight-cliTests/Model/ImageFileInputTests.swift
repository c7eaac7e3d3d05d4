import Foundation
import SightTensor
import Testing
import sight_cli

/// Images as inputs of `sight model run`.
@Suite struct ImageFileInputTests {
    private let scratch: ScratchFolder
    private let image: String

    init() throws {
        scratch = try ScratchFolder()
        // Two columns and two rows: 10 and 20 above 30 and 40.
        image = try scratch.write(
            GrayBitmap.bytes(width: 2, height: 2) { x, y in UInt8(10 + 10 * x + 20 * y) },
            to: "picture.bmp")
    }

    private func run(
        _ type: ElementType, _ shape: [Int], signature: [Int]? = nil, _ more: String...
    )
        throws -> (outcome: SightExecutable.Outcome, array: NPYArray?)
    {
        let model = try scratch.write(
            SmallModels.reshape(type, shape, shapeSignature: signature), to: "m.tflite")
        let outcome = try SightExecutable.run(
            arguments: ["model", "run", model, "--input", image]
                + ["--output-dir", scratch.path("out")] + more)
        guard outcome.status == 0 else { return (outcome, nil) }
        return (outcome, try NPYArray(parsing: try scratch.bytes("out/0.npy")))
    }

    @Test func bytesTakeThePixels() throws {
        let (outcome, array) = try run(.uint8, [1, 2, 2, 3])
        #expect(
            array?.bytes == [10, 20, 30, 40].flatMap { [$0, $0, $0] }, "\(outcome.complaints)")
    }

    @Test func signedBytesHaveTheLevelsOfBytes() throws {
        let (outcome, array) = try run(.int8, [1, 2, 2, 1])
        let expected = [10, 20, 30, 40].map { UInt8(bitPattern: Int8($0 - 128)) }
        #expect(array?.bytes == expected, "\(outcome.complaints)")
    }

    @Test func floatsNeedANormalization() throws {
        let (outcome, array) = try run(.float32, [1, 2, 2, 1])
        #expect(outcome.status == 1 && array == nil)
        #expect(outcome.complaints.contains("--mean 127.5 --std 127.5"), "\(outcome.complaints)")
        let (other, normalized) = try run(.float32, [1, 2, 2, 1], "--mean", "0", "--std", "2")
        let bytes = normalized?.bytes ?? []
        let values = stride(from: 0, to: bytes.count, by: 4).map { start in
            Float(
                bitPattern: bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
        }
        #expect(values.count == 4, "\(other.complaints)")
        for (value, expected) in zip(values, [Float(5), 10, 15, 20]) {
            #expect(abs(value - expected) < 1e-4)
        }
    }

    @Test func openSidesTakeTheSizeOfTheImage() throws {
        let (outcome, array) = try run(.uint8, [1, 1, 1, 3], signature: [1, -1, -1, 3])
        #expect(array?.bytes.count == 12, "\(outcome.complaints)")
        let (sized, small) = try run(
            .uint8, [1, 1, 1, 1], signature: [1, -1, -1, 1], "--shape", "1,1,2,1")
        #expect(small?.bytes == [20, 30], "\(sized.complaints)")
    }

    @Test func otherShapesAreRefused() throws {
        let (outcome, _) = try run(.uint8, [2, 3])
        #expect(outcome.status == 1)
        #expect(
            outcome.complaints.contains("an image needs [1, height, width, 3]"),
            "\(outcome.complaints)")
    }

    @Test func hugeShapesAreRefused() throws {
        let (outcome, _) = try run(
            .uint8, [1, 1, 1, 3], signature: [1, -1, -1, 3], "--shape", "1,16777216,5000000,3")
        #expect(outcome.status == 1)
        #expect(
            outcome.complaints.contains("exceeds the limit of 536870912 bytes"),
            "\(outcome.complaints)")
    }
}
