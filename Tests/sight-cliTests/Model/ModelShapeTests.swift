import Foundation
import SightTensor
import Testing
import sight_cli

/// The option `--shape`, and arrays that resize a model.
@Suite struct ModelShapeTests {
    private let scratch: ScratchFolder
    private let model: String

    init() throws {
        scratch = try ScratchFolder()
        model = try scratch.write(SmallModels.dynamic, to: "m.tflite")
    }

    private func array(_ shape: Shape) throws -> String {
        let bytes = [UInt8](repeating: 0, count: 4 * shape.elementCount)
        return try scratch.write(
            NPYArray(elementType: .float32, shape: shape, bytes: bytes).file, to: "in.npy")
    }

    @Test(arguments: ["4,3", "0=4,3", "image=4,3", "picture=4,3"])
    func aShapeResizesAnInput(argument: String) throws {
        let outcome = try SightExecutable.run("model", "run", model, "--shape", argument)
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(outcome.output.contains("[6,2]"))
        #expect(outcome.complaints == "input 0 \"image\" resized from [-1,-1] to [4,3]\n")
    }

    @Test func aMissingShapeIsAskedFor() throws {
        let outcome = try SightExecutable.run("model", "run", model)
        #expect(outcome.status == 3)
        #expect(
            outcome.complaints.contains(
                "input 0 \"image\" is [-1,-1] and was tried as [1,1]: give --input file.npy, or "
                    + "--shape 0=N,N"), "\(outcome.complaints)")
    }

    @Test(arguments: [
        ("0=4", "give 2 extents"), ("4,x", "\"4,x\" is not a valid shape"),
        ("0=", "is not a valid shape"), ("0=-1,2", "is not a valid shape"),
        ("99999999999,99999999999", "is not a valid shape"),
        ("1=2,2", "no input \"1\""), ("nobody=2,2", "its inputs are 0 \"image\""),
    ])
    func wrongShapesAreWrongUsage(argument: String, complaint: String) throws {
        let outcome = try SightExecutable.run("model", "run", model, "--shape=\(argument)")
        #expect(outcome.status == 2)
        #expect(outcome.complaints.contains("--shape \(argument)"))
        #expect(outcome.complaints.contains(complaint), "\(outcome.complaints)")
    }

    @Test func aShapeThatCannotBeIsWrongUsage() throws {
        let outcome = try SightExecutable.run("model", "run", model, "--shape", "3,3")
        #expect(outcome.status == 2)
        #expect(
            outcome.complaints.contains(
                "--shape 3,3: input 0 \"image\" has the shape [-1,-1], the option [3,3], and the "
                    + "model cannot be resized to it: RESHAPE"), "\(outcome.complaints)")
    }

    /// The file is to blame, not the model.
    @Test func anArrayThatCannotBeIsABadFile() throws {
        let path = try scratch.write(SmallModels.convolutions, to: "c.tflite")
        let input = try array([1, 16, 8, 8])
        let outcome = try SightExecutable.run("model", "run", path, "--input", input)
        #expect(outcome.status == 1)
        #expect(
            outcome.complaints.hasPrefix(
                "sight: \(input): input 0 \"t0\" has the shape [1,8,8,16], the file [1,16,8,8], "
                    + "and the model cannot be resized to it: CONV_2D #0"), "\(outcome.complaints)")
        #expect(outcome.complaints.contains("transpose"))
        let wrong = try array([1, 8, 8, 3])
        let other = try SightExecutable.run("model", "run", path, "--input", wrong)
        #expect(other.status == 1)
        #expect(!other.complaints.contains("transpose"))
    }

    @Test func anArrayHasTheGivenShape() throws {
        let input = try array([2, 3])
        let arguments = ["model", "run", model, "--input", input, "--shape"]
        #expect(try SightExecutable.run(arguments: arguments + ["2,3"]).status == 0)
        let outcome = try SightExecutable.run(arguments: arguments + ["2,4"])
        #expect(outcome.status == 1)
        #expect(outcome.complaints.contains("[2,4] from --shape, the file has [2,3]"))
    }
}
