import Foundation
import SightModels
import Testing

@Suite struct ModelFileCheckTests {
    private let scratch = ScratchStore()

    @Test func wholeModelsPass() throws {
        let file = try scratch.file("bird.tflite", SampleModel.bytes)
        try ModelFileCheck.run(file.path, of: try ModelID("bird"))
    }

    @Test(arguments: [[UInt8](), Array("no model".utf8), Array(SampleModel.bytes.dropLast())])
    func otherFilesAreRefused(bytes: [UInt8]) throws {
        let file = try scratch.file("bird.tflite", bytes)
        #expect { try ModelFileCheck.run(file.path, of: try ModelID("bird")) } throws: {
            let error = $0 as? ModelDeliveryError
            return error?.code == .notAModel
                && error?.message.hasPrefix("\"bird\": the \(bytes.count) bytes are not a") == true
        }
    }
}
