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
        ("astronaut.png", Upright.Rect(x: 13.1, y: 11.9, width: 349.9, height: 500.1), 0.957),
        ("chelsea.png", Upright.Rect(x: 0.6, y: 0.6, width: 411.6, height: 299.3), 0.974),
        (
            "motorcycle_left.png", Upright.Rect(x: 74.4, y: 86.6, width: 614.2, height: 365.8),
            0.951
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
