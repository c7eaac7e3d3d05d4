import Foundation
import SightTensor
import Testing
import sight_cli

/// The option `--signature`.
@Suite struct ModelSignatureTests {
    private let scratch: ScratchFolder
    private let model: String
    private let inputs: [String]

    init() throws {
        scratch = try ScratchFolder()
        model = try scratch.write(SmallModels.calculator, to: "m.tflite")
        var inputs: [String] = []
        for (name, values) in [("a", [2, 5]), ("b", [5, 2])] as [(String, [Float])] {
            let bytes = values.flatMap { value -> [UInt8] in
                (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * UInt32($0))) }
            }
            let file = NPYArray(elementType: .float32, shape: [2], bytes: bytes).file
            let path = try scratch.write(file, to: "\(name).npy")
            inputs += ["--input", "\(name)=\(path)"]
        }
        self.inputs = inputs
    }

    @Test(arguments: [("add", "sum", "7"), ("mul", "product", "10")])
    func theGraphOfASignatureRuns(key: String, name: String, value: String) throws {
        let outcome = try SightExecutable.run(
            arguments: ["model", "run", model, "--signature", key] + inputs)
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(outcome.output.hasPrefix("output 0 \"\(name)\""))
        #expect(outcome.output.contains("min \(value)  max \(value)"))
        #expect(outcome.complaints.isEmpty)
    }

    @Test func theGraphThatRunsIsNamed() throws {
        let outcome = try SightExecutable.run(arguments: ["model", "run", model] + inputs)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("min 7  max 7"))
        #expect(
            outcome.complaints
                == "\(model) has the signatures \"add\", \"mul\": \"add\" runs, --signature "
                + "chooses another\n")
        let single = try scratch.write(SmallModels.reshape, to: "single.tflite")
        #expect(try SightExecutable.run("model", "run", single).complaints.isEmpty)
    }

    @Test func unknownKeysAreWrongUsage() throws {
        for command in ["run", "bench", "inspect"] {
            let outcome = try SightExecutable.run("model", command, model, "--signature", "sub")
            #expect(outcome.status == 2)
            #expect(
                outcome.complaints.contains(
                    "--signature sub: the model has only the signatures \"add\", \"mul\""))
        }
    }
}
