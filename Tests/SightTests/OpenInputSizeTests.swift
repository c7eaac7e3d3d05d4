import Foundation
import ModelFixtures
import Sight
import SightGeometry
import SightImage
import Testing

/// Models that leave the height and the width of their image input open.
@Suite struct OpenInputSizeTests {
    /// 40 × 20 pixels: black, but the last ten columns are 200.
    private let image: VisionImage
    private let options: ClassifierOptions

    init() throws {
        let bytes = (0..<800).map { UInt8($0 % 40 < 30 ? 0 : 200) }
        image = VisionImage(
            try ImageBuffer(width: 40, height: 20, format: .gray8, bytes: bytes))
        var options = ClassifierOptions()
        options.normalization = try Normalization(mean: [0], std: [1])
        self.options = options
    }

    private func file(
        _ shape: [Int] = [1, 1, 1, 3], signature: [Int]? = [-1, -1, -1, 3],
        preferredSize: (width: Int, height: Int)? = nil, inputSize: (Float, Float)? = nil
    ) -> ModelFile {
        var file = ModelFile(
            data: Data(
                StubModels.means(shape, signature: signature, preferredSize: preferredSize)))
        file.inputSize = inputSize.map { Size(width: $0, height: $1) }
        return file
    }

    private func size(_ file: ModelFile) throws -> [Float] {
        let size = try Classifier(file, options: options).inputSize
        return [size.width, size.height]
    }

    /// A model of one pixel would see only the middle, which is black.
    @Test func theWholeImageIsSeen() throws {
        let classifier = try Classifier(file(inputSize: (8, 8)), options: options)
        let scores = try classifier.labels(in: image).map(\.score)
        #expect(scores.count == 3 && scores.allSatisfy { abs($0 - 50) < 1e-3 }, "\(scores)")
    }

    @Test func theMetadataStatesTheSize() throws {
        #expect(try size(file(preferredSize: (8, 4))) == [8, 4])
        #expect(try size(file(preferredSize: (8, 4), inputSize: (16, 8))) == [16, 8])
    }

    @Test func onlyOpenExtentsChange() throws {
        let high = file([1, 1, 8, 3], signature: [1, -1, 8, 3], preferredSize: (9, 4))
        #expect(try size(high) == [8, 4])
        #expect(try size(file([1, 6, 8, 3], preferredSize: (9, 4))) == [8, 6])
        #expect(try size(file([1, 6, 8, 3], signature: nil, inputSize: (8, 6))) == [8, 6])
    }

    /// The signature may leave the count of channels open, too.
    @Test func openChannelsAreThoseOfTheFile() throws {
        let open = [-1, -1, -1, -1]
        #expect(try size(file([1, 1, 1, 3], signature: open, inputSize: (8, 4))) == [8, 4])
        let error = #expect(throws: DetectionError.self) {
            try size(file([1, 1, 1, 1], signature: open, inputSize: (8, 4)))
        }
        #expect(error?.reason == .inputShape(open))
    }

    @Test func everyTaskRefusesAModelWithoutASize() throws {
        let tasks: [(ModelFile) throws -> Void] = [
            { _ = try Localizer($0) }, { _ = try Classifier($0) }, { _ = try Embedder($0) },
            { _ = try Segmenter($0) }, { _ = try KeypointDetector($0) },
        ]
        for task in tasks {
            for file in [file(), file(preferredSize: (0, 4))] {
                let error = #expect(throws: DetectionError.self) { try task(file) }
                #expect(error?.reason == .inputShape([-1, -1, -1, 3]))
                #expect(error?.message.contains("inputSize of ModelFile") == true)
            }
        }
    }

    @Test(arguments: [nil, (8, 8)] as [(Float, Float)?])
    func channelsFirstAreNamed(size: (Float, Float)?) throws {
        let file = file([1, 3, 1, 1], signature: [1, 3, -1, -1], inputSize: size)
        let error = #expect(throws: DetectionError.self) { try Classifier(file) }
        #expect(error?.message.contains("the channels come first") == true)
    }

    @Test(arguments: [(Float(0), Float(8)), (8, -1), (7.5, 8), (.nan, 8), (.infinity, 8)])
    func sizesWithoutPixelsAreRefused(_ width: Float, _ height: Float) throws {
        let error = #expect(throws: DetectionError.self) {
            try size(file(inputSize: (width, height)))
        }
        #expect(error?.code == .invalidOptions)
    }

    @Test func hugeSizesAreRefused() throws {
        let error = #expect(throws: DetectionError.self) {
            try size(file(inputSize: (1_073_741_824, 1_073_741_824)))
        }
        #expect(error?.code == .invalidModel)
    }

    @Test func extentsThatAreNotOpenStay() throws {
        for signature in [nil, [-1, -1, 8, 3]] as [[Int]?] {
            let error = #expect(throws: DetectionError.self) {
                try size(file([1, 6, 8, 3], signature: signature, inputSize: (4, 4)))
            }
            #expect(error?.code == .invalidOptions)
            #expect(error?.message.contains("4×4") == true)
        }
    }

    /// A summary describes models of other tasks, too.
    @Test func aSummaryNeedsNoSize() throws {
        #expect(try ModelSummary(file()).inputs.map(\.shape) == [[1, 1, 1, 3]])
        #expect(try ModelSummary(file(inputSize: (8, 4))).inputs.map(\.shape) == [[1, 4, 8, 3]])
        let wrong = file([1, 6, 8, 3], signature: nil, inputSize: (4, 4))
        let error = #expect(throws: DetectionError.self) { try ModelSummary(wrong) }
        #expect(error?.code == .invalidOptions)
    }
}
