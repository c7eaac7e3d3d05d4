// The lines of the guides stay as they are.
// swift-format-ignore-file

import Foundation
import TensorFlowLite

/// Sections 3 and 4 of the guide "AutoML object detection": running and reading.
public enum AutoMLDetection {
    typealias Bundle = AutoMLModels.Bundle

    /// Fills the input and runs.
    public static func run(_ interpreter: Interpreter, _ inputData: Data) throws {
        // snippet ES-07
        try interpreter.copy(inputData, toInputAt: 0)
        try interpreter.invoke()
        // end
    }

    /// The printed values of each object: class, confidence, top, left, bottom, right.
    public static func objects(
        _ interpreter: Interpreter,
        _ found: (String, Float32, (Float32, Float32, Float32, Float32)) -> Void
    ) throws -> Bool {
        // snippet ES-08
        var output = try interpreter.output(at: 0)
        let boundingBoxes =
            UnsafeMutableBufferPointer<Float32>.allocate(capacity: 4 * 40)
        output.data.copyBytes(to: boundingBoxes)

        output = try interpreter.output(at: 1)
        let labels =
            UnsafeMutableBufferPointer<Float32>.allocate(capacity: 40)
        output.data.copyBytes(to: labels)

        output = try interpreter.output(at: 2)
        let probabilities =
            UnsafeMutableBufferPointer<Float32>.allocate(capacity: 40)
        output.data.copyBytes(to: probabilities)
        // end
        defer {
            boundingBoxes.deallocate()
            labels.deallocate()
            probabilities.deallocate()
        }
        let count = try interpreter.output(at: 3).data.withUnsafeBytes { $0.load(as: Float32.self) }

        // snippet ES-09
        guard let labelPath = Bundle.main.path(
            forResource: "dict",
            ofType: "txt"
        ) else { return true }
        let fileContents = try? String(contentsOfFile: labelPath)
        guard let labelText = fileContents?.components(separatedBy: "\n") else { return true }

        // guide: for i in 0 ..< 40 {
        for i in 0 ..< min(40, Int(count)) {  // corrected
            // guide: let top = boundingBoxes[0 * i]
            let top = boundingBoxes[4 * i]  // corrected
            // guide: let left = boundingBoxes[1 * i]
            let left = boundingBoxes[4 * i + 1]  // corrected
            // guide: let bottom = boundingBoxes[2 * i]
            let bottom = boundingBoxes[4 * i + 2]  // corrected
            // guide: let right = boundingBoxes[3 * i]
            let right = boundingBoxes[4 * i + 3]  // corrected

            let labelIdx = Int(labels[i])
            let label = labelText[labelIdx]
            let confidence = probabilities[i]

            if confidence > 0.66 {
                print("Object found: \(label) (confidence: \(confidence))")
                print("  Top-left: (\(left),\(top))")
                print("  Bottom-right: (\(right),\(bottom))")
                found(label, confidence, (top, left, bottom, right))  // test
            }
        }
        // end
        return true
    }
}
