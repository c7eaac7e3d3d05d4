import Foundation
import SightGeometry
import SightImage
import SightImageIO
import SightPlatform
import Testing

@Suite struct UIImageTests {
    private static let all = (0..<8).compactMap { UIImage.Orientation(rawValue: $0) }

    private func image(_ orientation: UIImage.Orientation, scale: CGFloat = 1) throws -> UIImage {
        let pixels = try ImageBuffer(
            width: 4, height: 2, format: .gray8, bytes: [0, 50, 100, 150, 20, 70, 120, 170])
        return UIImage(cgImage: CGImage(pixels), scale: scale, orientation: orientation)
    }

    @Test func theSizeIsUpright() throws {
        for orientation in Self.all {
            let size = try image(orientation, scale: 2).size
            #expect(
                size
                    == (orientation.sight.swapsAxes
                        ? CGSize(width: 1, height: 2)
                        : CGSize(width: 2, height: 1)))
        }
        #expect(UIImage().size == .zero)
        #expect(UIImage().pngData() == nil)
    }

    @Test func numbersAreThoseOfUIKitAndEXIF() {
        #expect(Self.all.map(\.sight.rawValue) == [1, 3, 8, 6, 2, 4, 5, 7])
        for orientation in Self.all {
            #expect(UIImage.Orientation(orientation.sight) == orientation)
        }
    }

    @Test func filesComeBackUpright() throws {
        let data = try #require(try image(.right).pngData())
        let read = try #require(UIImage(data: data))
        #expect(read.imageOrientation == .up)
        #expect(read.size == CGSize(width: 2, height: 4))
        #expect(UIImage(data: Data([1, 2, 3])) == nil)
        #expect(UIImage(contentsOfFile: "/does/not/exist.png") == nil)
        #expect(UIImage(named: "missing") == nil)
    }

    @Test func devicesAreTurnedByHand() {
        let device = UIDevice.current
        device.turn(to: .landscapeRight)
        #expect(device.orientation == .landscapeRight)
        #expect(device.orientation.isLandscape && !device.orientation.isFlat)
        device.turn(to: .unknown)
    }
}
