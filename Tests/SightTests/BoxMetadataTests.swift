import Foundation
import ModelFixtures
import Sight
import SightGeometry
import Testing

/// Detectors whose metadata describes the numbers of a box.
@Suite struct BoxMetadataTests {
    /// In an image of 40 × 20 pixels, the box from 4, 6 to 28, 16: left, top, right and bottom.
    private static let box: [Float] = [0.1, 0.3, 0.7, 0.8]

    /// A detector whose boxes have their numbers in this order.
    private func localizer(_ order: [Int], _ properties: [Int: FlatValue]) throws -> Localizer {
        var numbers = [Float](repeating: 0, count: 4)
        for (number, place) in zip(Self.box, order) { numbers[place] = number }
        let model = StubModels.detector(
            boxes: [numbers, numbers], classes: [0, 0], scores: [0.9, 0.8],
            boxProperties: properties)
        return try Localizer(ModelFile(data: Data(model)))
    }

    private func check(_ order: [Int], _ properties: [Int: FlatValue]) throws {
        let found = try localizer(order, properties).detections(in: gray(40, 20))
        #expect(found.count == 2)
        for detection in found {
            let box = detection.box
            for (number, wanted) in zip([box.x, box.y, box.maxX, box.maxY], [4, 6, 28, 16]) {
                #expect(abs(number - Float(wanted)) <= 1e-3, "\(order): \(box)")
            }
        }
    }

    @Test(arguments: [[1, 0, 3, 2], [0, 1, 2, 3], [0, 2, 1, 3], [3, 1, 0, 2]])
    func cornersHaveTheOrderOfTheMetadata(_ order: [Int]) throws {
        try check(order, [0: .ints(order), 1: .byte(1)])
    }

    /// Without an order, the corners have that of the schema; without a type, nothing is known.
    @Test func missingFieldsHaveTheirDefaults() throws {
        try check([0, 1, 2, 3], [1: .byte(1)])
        try check([1, 0, 3, 2], [:])
    }

    @Test(arguments: [
        (2, 0, "upperLeft"), (3, 0, "center"), (1, 1, "pixel"),
    ])
    func otherBoxesAreRefused(_ kind: Int, _ coordinates: Int, _ word: String) throws {
        let properties: [Int: FlatValue] = [1: .byte(kind), 2: .byte(coordinates)]
        let error = #expect(throws: DetectionError.self) {
            try localizer([1, 0, 3, 2], properties)
        }
        #expect(error?.code == .invalidModel)
        #expect(error?.message.contains(word) == true, "\(error as Any)")
    }
}
