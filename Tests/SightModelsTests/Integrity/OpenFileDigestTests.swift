import Foundation
import SightModels
import Testing

@Suite struct OpenFileDigestTests {
    private let scratch = ScratchStore()

    @Test(arguments: [0, 1, OpenFile.chunkSize, 3 * OpenFile.chunkSize + 1])
    func isThatOfTheWholeFile(count: Int) throws {
        let bytes = [UInt8](repeating: 7, count: count)
        let file = try OpenFile(reading: try scratch.file("a", bytes).path)
        #expect(try file.digest() == ModelDigest(of: bytes))
    }

    /// A cancellation takes effect before the next piece.
    @Test func canBeCancelled() throws {
        let bytes = [UInt8](repeating: 7, count: 3 * OpenFile.chunkSize)
        let file = try OpenFile(reading: try scratch.file("a", bytes).path)
        var questions = 0
        #expect {
            try file.digest {
                questions += 1
                return questions == 2
            }
        } throws: {
            ($0 as? ModelDeliveryError)?.code == .cancelled
        }
        #expect(questions == 2)
    }
}
