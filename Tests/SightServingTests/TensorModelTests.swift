import ModelFixtures
import SightServing
import SightTensor
import Testing

@Suite struct TensorModelTests {
    private let model: TensorModel

    init() throws {
        model = try TensorModel(
            StubModels.detector(boxes: [[0, 0, 0.5, 1]], classes: [2], scores: [0.75]), threads: 1)
    }

    private func picture(
        name: String = "image", type: ElementType = .uint8, shape: Shape = [1, 4, 4, 3],
        count: Int = 48
    ) -> TensorValue {
        TensorValue(
            name: name, elementType: type, shape: shape,
            bytes: [UInt8](repeating: 9, count: count)[...])
    }

    @Test func saysWhatItTakesAndGives() {
        #expect(model.inputs.map(\.name) == ["image"])
        #expect(model.inputs[0].elementType == .uint8)
        #expect(model.inputs[0].shape == [1, 4, 4, 3])
        #expect(model.outputs.map(\.name) == ["boxes", "classes", "scores", "count"])
    }

    @Test func givesEveryOutput() throws {
        let outputs = try model.makeRunner().run([picture()])
        #expect(outputs.map(\.shape) == [[1, 1, 4], [1, 1], [1, 1], [1]])
        #expect(outputs[2].bytes == withUnsafeBytes(of: Float(0.75)) { Array($0)[...] })
        #expect(try model.makeRunner().run(model.zeroInputs).count == 4)
    }

    @Test func wrongInputsAreNamed() throws {
        let runner = model.makeRunner()
        let cases: [([TensorValue], String)] = [
            ([], "\"image\" is missing"), ([picture(name: "x")], "no input \"x\""),
            ([picture(), picture()], "given twice"), ([picture(type: .int8)], "is uint8"),
            ([picture(shape: [1, 4, 4, 1])], "[1, 4, 4, 3]"), ([picture(count: 47)], "48 bytes"),
            ([picture(shape: [48])], "[48]"),
        ]
        for (values, words) in cases {
            let error = #expect(throws: ServingError.self) { try runner.run(values) }
            #expect(error?.code == .invalidInput)
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        }
        #expect(try runner.run([picture()]).count == 4)
    }

    @Test func garbageIsNoModel() {
        let error = #expect(throws: ServingError.self) {
            try TensorModel(Array("garbage".utf8), threads: 1)
        }
        #expect(error?.code == .modelUnusable)
    }
}
