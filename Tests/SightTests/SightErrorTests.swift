import Foundation
import Sight
import Testing

/// The errors of all modules are one type with different kinds, so one function can read them all.
@Suite struct SightErrorTests {
    private func line<Kind>(_ error: SightError<Kind>) -> String { "\(error.code): \(error)" }

    @Test func oneFunctionReadsTheErrorsOfEachModule() {
        #expect(
            line(TrackingError(.invalidBox, "the box is empty")) == "invalidBox: the box is empty")
        #expect(line(ImageError(.damaged, "a.png ends early")) == "damaged: a.png ends early")
        #expect(line(DetectionError(.invalidOptions, "no")) == "invalidOptions: no")
    }

    /// Foundation otherwise describes an error by its type and a number.
    @Test func theLocalizedDescriptionIsTheMessage() {
        let error: any Error = ImageError(.damaged, "a.png ends early")
        #expect(error.localizedDescription == "a.png ends early")
    }

    @Test func causeAndDetailAreKept() {
        let image = ImageError(.tooLarge, "9 × 9 pixels")
        let error = DetectionError(
            .invalidModel, "two inputs", detail: .inputCount(2), cause: image)
        #expect(error.reason == .inputCount(2))
        #expect((error.cause as? ImageError)?.code == .tooLarge)
        #expect(image.detail == nil)
    }

    @Test func codesWithOneNameAreEqual() {
        #expect(ImageError.Code(rawValue: "damaged") == .damaged)
        #expect(ImageError.Code.damaged != .tooLarge)
    }
}
