// The lines of the guides stay as they are.
// swift-format-ignore-file

import CoreGraphics
import Foundation
import UIKit

/// Section 2 of the guide "AutoML object detection": an image as the bytes of an input.
public enum AutoMLImages {
    /// Red, green and blue of every pixel of a square image of `side` pixels.
    public static func bytes(of inputImage: UIImage, side: Int) -> Data? {
        // snippet ES-06
        // guide: guard let image: CGImage = // Your input image
        guard let image: CGImage = inputImage.cgImage else { return nil }  // corrected
        guard let context = CGContext(
          data: nil,
          // guide: width: image.width, height: image.height,
          width: side, height: side,  // corrected
          // guide: bitsPerComponent: 8, bytesPerRow: image.width * 4,
          bitsPerComponent: 8, bytesPerRow: side * 4,  // corrected
          space: CGColorSpaceCreateDeviceRGB(),
          bitmapInfo: CGImageAlphaInfo.noneSkipFirst.rawValue
        ) else {
          return nil
        }

        // guide: context.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
        context.draw(image, in: CGRect(x: 0, y: 0, width: side, height: side))  // corrected
        guard let imageData = context.data else { return nil }

        var inputData = Data()
        // guide: for row in 0 ..< 320 {    // Model takes 320x320 pixel images as input
        for row in 0 ..< side {  // corrected
          // guide: for col in 0 ..< 320 {
          for col in 0 ..< side {  // corrected
            // guide: let offset = 4 * (col * context.width + row)
            let offset = 4 * (row * context.width + col)  // corrected
            // (Ignore offset 0, the unused alpha channel)
            var red = imageData.load(fromByteOffset: offset+1, as: UInt8.self)
            var green = imageData.load(fromByteOffset: offset+2, as: UInt8.self)
            var blue = imageData.load(fromByteOffset: offset+3, as: UInt8.self)

            inputData.append(&red, count: 1)
            inputData.append(&green, count: 1)
            inputData.append(&blue, count: 1)
          }
        }
        // end
        return inputData
    }
}
