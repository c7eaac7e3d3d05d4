import Foundation
import ModelFixtures
import Sight
import SightDefaultModels
import SightImageIO
import Testing

/// Compares the built-in localizer on photos of a Python package with LiteRT 2.3.0 on the same file
/// and photo (stretched by Pillow's bilinear filter, which shrinks a little differently).
///
/// Record the numbers again when the embedded localizer changes. Use photos whose best box has a
/// clearly better score than the others, because the way of shrinking can swap boxes with similar
/// scores.
@Suite struct SamplePhotoTests {
    private static let photos: [(name: String, box: Upright.Rect, score: Float)] = [
        ("astronaut.png", Upright.Rect(x: 14.1, y: 13.5, width: 349.7, height: 497.7), 0.952),
        ("chelsea.png", Upright.Rect(x: 0.1, y: 0.0, width: 404.0, height: 299.6), 0.981),
        (
            "motorcycle_left.png", Upright.Rect(x: 88.7, y: 69.7, width: 602.6, height: 379.4),
            0.964
        ),
    ]

    @Test(
        .enabled(if: photos.allSatisfy { Samples.has("images/" + $0.name) }),
        arguments: photos.map(\.name))
    func bestBoxIsTheReferences(name: String) async throws {
        let photo = try #require(Self.photos.first { $0.name == name })
        let detector = try DefaultModels(folder: "").makeObjectDetector()
        let objects = try await detector.objects(
            contentsOf: Samples.url("images/" + name).path)
        let best = try #require(objects.first)
        #expect(best.uprightBox.intersectionOverUnion(photo.box) >= 0.9, "\(best.uprightBox)")
        #expect(abs(best.score - photo.score) <= 0.08, "\(best.score)")
    }
}
