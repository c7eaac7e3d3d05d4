import Foundation
import ModelFixtures
import Testing

@Suite struct ModelInspectCommandTests {
    @Test func aModelIsShown() throws {
        let scratch = try ScratchFolder()
        let path = try scratch.write(SmallModels.reshape, to: "m.tflite")
        let outcome = try SightExecutable.run("model", "inspect", path)
        #expect(outcome.status == 0)
        for word in ["INPUTS", "image", "RESHAPE", "SIGNATURES", "picture=t0", "arena"] {
            #expect(outcome.output.contains(word))
        }
        #expect(!outcome.output.contains("CANNOT RUN"))
    }

    @Test func everyReasonIsGivenAtOnce() throws {
        let scratch = try ScratchFolder()
        let path = try scratch.write(SmallModels.unsupported, to: "m.tflite")
        let outcome = try SightExecutable.run("model", "inspect", path)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("custom operator Mystery (node #0) is not supported"))
        #expect(outcome.output.contains("custom operator Riddle (node #1) is not supported"))
    }

    @Test func jsonHasTheDocumentedKeys() throws {
        let scratch = try ScratchFolder()
        let path = try scratch.write(SmallModels.reshape, to: "m.tflite")
        let outcome = try SightExecutable.run("model", "inspect", "--json", path)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        #expect(
            Set(object.keys) == [
                "model", "bytes", "description", "inputs", "outputs", "operators", "subgraphs",
                "signatures", "metadata", "memory", "problems", "needsInputShape",
            ])
    }

    /// A model that runs once a shape is given is not called broken.
    @Test func aDynamicModelNeedsAShape() throws {
        let scratch = try ScratchFolder()
        let path = try scratch.write(SmallModels.dynamic, to: "m.tflite")
        let outcome = try SightExecutable.run("model", "inspect", path)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("needs an input shape, see below"))
        #expect(outcome.output.contains("NEEDS AN INPUT SHAPE"))
        #expect(!outcome.output.contains("annot run here"))
        #expect(
            outcome.output.contains(
                "input 0 \"image\" is [-1,-1] and was tried as [1,1]: give --shape 0=N,N"))
        let given = try SightExecutable.run("model", "inspect", path, "--shape", "2,3")
        #expect(!given.output.contains("see below"))
        #expect(given.output.contains("MEMORY"))
        let fusion = try SightExecutable.run("model", "inspect", path, "--fusion")
        #expect(fusion.status == 3)
        #expect(fusion.complaints.contains("give --shape 0=N,N"), "\(fusion.complaints)")
    }

    @Test func theGraphOfASignatureIsPrepared() throws {
        let scratch = try ScratchFolder()
        let path = try scratch.write(SmallModels.calculator, to: "m.tflite")
        for (key, name) in [("add", "a"), ("mul", "b")] {
            let outcome = try SightExecutable.run(
                "model", "inspect", path, "--signature", key, "--json")
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
                    as? [String: Any])
            let inputs = try #require(object["inputs"] as? [[String: Any]])
            #expect(inputs.last?["name"] as? String == name)
            #expect(inputs.last?["preparedShape"] as? [Int] == [2])
        }
    }

    /// A label file that starts with a background has one line before those of the classes.
    @Test(arguments: [("background\ncat\n", 2, 1), ("cat\ndog\nfox\n", 3, 0)])
    func theOffsetOfADetectorsLabelsIsShown(lines: String, count: Int, offset: Int) throws {
        let scratch = try ScratchFolder()
        let path = try scratch.write(
            StubModels.detector(boxes: [[0.1, 0.1, 0.5, 0.5]], classes: [0], scores: [0.9]),
            to: "m.tflite")
        let without = try SightExecutable.run("model", "inspect", path)
        #expect(without.output.contains("DETECTOR") && !without.output.contains("offset"))
        try scratch.write(Array(lines.utf8), to: "dict.txt")
        let outcome = try SightExecutable.run("model", "inspect", path)
        #expect(outcome.output.contains("labels \(count) (dict.txt), offset \(offset)"))
    }

    /// The report of a network with every kind of fusion.
    @Test func fusionOfANetwork() throws {
        let scratch = try ScratchFolder()
        let path = try scratch.write(SmallModels.residual, to: "m.tflite")
        let outcome = try SightExecutable.run("model", "inspect", "--fusion", path)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("4 of 6 nodes are fused into others"))
        for rule in [
            "padIntoConvolution", "depthwiseIntoPointwise", "sumIntoLayer", "rectifierIntoLayer",
        ] {
            #expect(outcome.output.contains(rule))
        }
        let encoded = try SightExecutable.run("model", "inspect", "--fusion", "--json", path)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(encoded.output.utf8)) as? [String: Any])
        #expect(Set(object.keys) == ["model", "nodes", "fused", "notFused"])
        #expect((object["fused"] as? [Any])?.count == 4)
        #expect((object["notFused"] as? [Any])?.isEmpty == true)
    }

    @Test(.enabled(if: SharedFixtures.areAvailable)) func fusionOfMobileNet() throws {
        let path = SharedFixtures.path("models/classifiers/mobilenet_v2_1.0_224_quant.tflite")
        let outcome = try SightExecutable.run("model", "inspect", "--fusion", "--json", path)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        let fused = try #require(object["fused"] as? [[String: Any]])
        // Each of the 17 depthwise layers is computed by the convolution behind it.
        #expect(fused.count == 17)
        #expect(fused.allSatisfy { $0["rule"] as? String == "depthwiseIntoPointwise" })
        let rest = try #require(object["notFused"] as? [[String: Any]])
        // Sums of bytes are not fused, because they round separately.
        #expect(rest.count == 10)
        #expect(
            rest.allSatisfy {
                ($0["reason"] as? String)?.contains("computes uint8, not float32") ?? false
            })
    }

    @Test(arguments: ["missing", "empty", "text", "folder"])
    func unusableFilesAreOneLineAndStatusThree(kind: String) throws {
        let scratch = try ScratchFolder()
        try scratch.write([], to: "empty")
        try scratch.write(Array("no model at all".utf8), to: "text")
        try FileManager.default.createDirectory(
            atPath: scratch.path("folder"), withIntermediateDirectories: false)
        for command in ["inspect", "run", "bench"] {
            let outcome = try SightExecutable.run("model", command, scratch.path(kind))
            #expect(outcome.status == 3)
            #expect(outcome.output.isEmpty)
            #expect(outcome.complaints.hasPrefix("sight: "))
            #expect(outcome.complaints.components(separatedBy: scratch.path(kind)).count == 2)
            #expect(outcome.complaints.filter { $0 == "\n" }.count == 1)
        }
    }
}
