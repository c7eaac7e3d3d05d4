#if os(macOS) || !canImport(Darwin)
    public import Foundation
    import SightGeometry
    import SightImage
    import SightImageIO

    #if canImport(CoreGraphics) && canImport(Darwin)
        public import CoreGraphics
    #endif

    /// An image with its orientation.
    ///
    /// Subclasses are possible as in UIKit; everything else is immutable.
    open class UIImage: NSObject,
        @unchecked Sendable  // an open class; every stored property is a constant
    {
        /// The pixels as stored; `nil` for an empty image.
        public let cgImage: CGImage?
        /// The turn that makes the stored pixels upright.
        public let imageOrientation: Orientation
        /// The number of pixels per point.
        public let scale: CGFloat

        /// Makes an empty image.
        public override convenience init() {
            self.init(nil, scale: 1, orientation: .up)
        }

        /// Makes an image that is stored upright.
        public convenience init(cgImage: CGImage) {
            self.init(cgImage, scale: 1, orientation: .up)
        }

        /// Makes an image.
        public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
            self.init(cgImage, scale: scale, orientation: orientation)
        }

        /// Reads a file in any format that `SightImageIO` reads; `nil` if that fails.
        public convenience init?(contentsOfFile path: String) {
            guard let image = try? ImageDecoder.default.decode(contentsOf: path) else { return nil }
            self.init(image)
        }

        /// Reads the bytes of a file; `nil` if they are not an image.
        public convenience init?(data: Data) {
            guard let image = try? ImageDecoder.default.decode(Array(data)) else { return nil }
            self.init(image)
        }

        /// Reads a resource of the main bundle; `nil` if there is none.
        ///
        /// - Parameter name: the file's name; the ending may be left out if it is `png` or `jpg`.
        public convenience init?(named name: String) {
            let paths = ["", "png", "jpg"].lazy.compactMap {
                Bundle.main.path(forResource: name, ofType: $0.isEmpty ? nil : $0)
            }
            guard let path = paths.first else { return nil }
            self.init(contentsOfFile: path)
        }

        private convenience init?(_ image: DecodedImage) {
            guard let cgImage = CGImage.wrapping(image.buffer) else { return nil }
            self.init(cgImage, scale: 1, orientation: Orientation(image.orientation))
        }

        private init(_ cgImage: CGImage?, scale: CGFloat, orientation: Orientation) {
            self.cgImage = cgImage
            self.scale = scale > 0 ? scale : 1
            imageOrientation = orientation
        }

        /// The width and the height of the upright image in points.
        public var size: CGSize {
            guard let cgImage else { return .zero }
            let (width, height) = (CGFloat(cgImage.width), CGFloat(cgImage.height))
            return imageOrientation.sight.swapsAxes
                ? CGSize(width: height / scale, height: width / scale)
                : CGSize(width: width / scale, height: height / scale)
        }

        /// Returns the upright image as a PNG file; `nil` without pixels.
        public func pngData() -> Data? { data(as: .png) }

        /// Returns the upright image as a JPEG file.
        ///
        /// - Parameter compressionQuality: 0…1.
        /// - Returns: the file; `nil` without pixels.
        public func jpegData(compressionQuality: CGFloat) -> Data? {
            let quality = compressionQuality > 0 ? min(compressionQuality, 1) : 0  // NaN gives 0.
            return data(as: .jpeg(quality: max(1, Int(100 * quality))))
        }

        private func data(as format: ImageEncoder.Format) -> Data? {
            guard let buffer = try? cgImage?.pixels?.upright(imageOrientation.sight) else {
                return nil
            }
            return (try? ImageEncoder.encode(buffer, as: format)).map { Data($0) }
        }
    }
#endif
