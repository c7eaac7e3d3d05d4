import Foundation
import ModelFixtures
import Sight
import SightGeometry
import SightImage
import Testing

/// Images of masks in the size of the photo.
@Suite struct SegmentationMaskTests {
    private func mask(
        _ shape: [Int], _ values: [Float], of image: VisionImage
    ) throws -> SegmentationMask {
        try Segmenter(ModelFile(data: Data(StubModels.raw([(shape, values)])))).mask(of: image)
    }

    @Test func classesGoToTheNearestPlaces() throws {
        let image = try gray(4, 6)
        let mask = try mask([1, 2, 2], [0, 1, 2, 3], of: image)
        let indices = try mask.uprightIndices(of: image)
        #expect(indices.width == 4 && indices.height == 6 && indices.format == .gray8)
        let (upper, lower): ([UInt8], [UInt8]) = ([0, 0, 1, 1], [2, 2, 3, 3])
        let expected = upper + upper + upper + lower + lower + lower
        #expect(indices.planes[0].bytes == expected)
        let colors = try mask.uprightImage(of: image)
        #expect(colors.width == 4 && colors.height == 6 && colors.format == .rgb8)
        let bytes = expected.flatMap { index -> [UInt8] in
            let color = SegmentationMask.color(of: Int(index))
            return [color.red, color.green, color.blue]
        }
        #expect(colors.planes[0].bytes == bytes)
    }

    @Test func theBackgroundIsBlack() {
        #expect(SegmentationMask.color(of: 0) == .black)
        #expect(SegmentationMask.color(of: 1) == .ofClass(1))
    }

    @Test func eachClassHasAColorOfItsOwn() {
        #expect(Set((0...255).map { SegmentationMask.color(of: $0) }).count == 256)
    }

    /// The middles of two places are at 1/4 and 3/4 of the width.
    @Test func confidencesAreInterpolated() throws {
        let image = try gray(4, 2)
        let mask = try mask([1, 2, 2, 1], [0, 1, 0, 1], of: image)
        let levels = try mask.uprightImage(of: image)
        #expect(levels.width == 4 && levels.height == 2 && levels.format == .gray8)
        #expect(levels.planes[0].bytes == [0, 64, 191, 255, 0, 64, 191, 255])
        #expect(try mask.uprightIndices(of: image).planes[0].bytes == [0, 0, 1, 1, 0, 0, 1, 1])
    }

    /// A photo of the mask's own size gets the mask's own image.
    @Test(arguments: [[0.1, 0.5, 0.9, .nan], [-3, .infinity, .infinity, 2]] as [[Float]])
    func theSameSizeChangesNothing(_ values: [Float]) throws {
        let image = try gray(2, 2)
        let mask = try mask([1, 2, 2, 1], values, of: image)
        #expect(try mask.uprightImage(of: image) == mask.image())
    }

    /// A photo that is stored turned has a mask that stands upright.
    @Test func theMaskStandsUpright() throws {
        let image = VisionImage(try gray(6, 2).buffer, orientation: .right)
        let mask = try mask([1, 2, 2], [0, 1, 2, 3], of: image)
        let indices = try mask.uprightIndices(of: image)
        #expect(indices.width == 2 && indices.height == 6)
        #expect(indices.planes[0].bytes == [0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3])
    }
}
