import Foundation
import ModelFixtures
import Sight
import SightDefaultModels
import SightImageIO
import Testing

/// The built-in localizer on photos of a Python package, beside what LiteRT 2.3.0 gave for the same
/// file and photo (stretched by Pillow's bilinear filter, which shrinks a little differently).
///
/// Record the numbers anew when the embedded localizer changes.
@Suite struct SamplePhotoTests {
    private static let photos: [(name: String, box: Rect<Upright>, score: Float)] = [
        ("coffee.png", Rect(x: 73, y: 11.4, width: 419.3, height: 384), 0.919),
        ("chelsea.png", Rect(x: 0, y: 0.3, width: 449.2, height: 296.7), 0.958),
        ("astronaut.png", Rect(x: 4.8, y: 10.8, width: 420.1, height: 501.2), 0.811),
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
