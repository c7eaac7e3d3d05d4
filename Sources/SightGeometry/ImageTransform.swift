/// Converts boxes between the four spaces of an image that is given to a model.
///
/// Stored pixels are turned by the orientation into upright pixels, and a region of these is fitted
/// into the pixels of the model's input. The transform that prepares an image also converts the
/// model's boxes back, so no other code computes scales.
///
/// - Source: orientation tables of EXIF 2.32; pixel centers lie at half pixels.
public struct ImageTransform: Hashable, Sendable {
    /// The method that fits a region of the image into a model's input.
    public enum Fit: Hashable, Sendable {
        /// Stretches both axes independently until the region fills the input.
        case squash
        /// Keeps the aspect ratio, centers the region and pads the rest.
        case letterbox
        /// Keeps the aspect ratio, puts the region into the top-left corner and pads the rest.
        case cornerLetterbox
    }

    /// Size of the stored image in pixels.
    public let sourceSize: Size<Source>
    /// The turn that makes the stored image upright.
    public let orientation: Orientation
    /// The part of the upright image that the model sees, in upright pixels.
    public let region: Rect<Upright>
    /// Size of the model's input in pixels.
    public let inputSize: Size<ModelInput>
    /// The part of the model's input that shows `region`: all of it, or less in a letterbox.
    public let content: Rect<ModelInput>

    /// Creates the transform for one image and one model input.
    ///
    /// - Parameters:
    ///   - sourceSize: size of the stored image in pixels.
    ///   - orientation: the turn that makes the stored image upright.
    ///   - region: the part of the image that the model sees, in upright pixels; the whole image
    ///     when `nil`.
    ///   - inputSize: size of the model's input in pixels.
    ///   - fit: `squash`, which ML Kit and the TensorFlow Lite Task Library use, or a letterbox.
    public init(
        sourceSize: Size<Source>, orientation: Orientation = .up, region: Rect<Upright>? = nil,
        inputSize: Size<ModelInput>, fit: Fit = .squash
    ) {
        self.sourceSize = sourceSize
        self.orientation = orientation
        let region = region ?? Rect(orientation.upright(sourceSize))
        self.region = region
        self.inputSize = inputSize
        switch fit {
        case .squash:
            content = Rect(inputSize)
        case .letterbox, .cornerLetterbox:
            let scale = min(
                inputSize.width / max(region.width, .leastNormalMagnitude),
                inputSize.height / max(region.height, .leastNormalMagnitude))
            let size = Size<ModelInput>(
                width: region.width * scale, height: region.height * scale)
            let share: Float = fit == .letterbox ? 0.5 : 0
            content = Rect(
                x: (inputSize.width - size.width) * share,
                y: (inputSize.height - size.height) * share,
                width: size.width, height: size.height)
        }
    }

    /// Size of the upright image.
    public var uprightSize: Size<Upright> { orientation.upright(sourceSize) }

    /// Converts a box from pixels of the model's input to upright pixels; does not clamp it.
    public func upright(_ rect: Rect<ModelInput>) -> Rect<Upright> {
        let scaleX = region.width / content.width
        let scaleY = region.height / content.height
        return Rect(
            x: region.x + (rect.x - content.x) * scaleX,
            y: region.y + (rect.y - content.y) * scaleY,
            width: rect.width * scaleX, height: rect.height * scaleY)
    }

    /// Converts a box from upright pixels to pixels of the model's input; does not clamp it.
    public func modelInput(_ rect: Rect<Upright>) -> Rect<ModelInput> {
        let scaleX = content.width / region.width
        let scaleY = content.height / region.height
        return Rect(
            x: content.x + (rect.x - region.x) * scaleX,
            y: content.y + (rect.y - region.y) * scaleY,
            width: rect.width * scaleX, height: rect.height * scaleY)
    }

    /// Converts a box from upright pixels to stored pixels.
    public func source(_ rect: Rect<Upright>) -> Rect<Source> {
        orientation.source(rect, sourceSize: sourceSize)
    }

    /// Converts a box from stored pixels to upright pixels.
    public func upright(_ rect: Rect<Source>) -> Rect<Upright> {
        orientation.upright(rect, sourceSize: sourceSize)
    }

    /// Converts a box from upright pixels to fractions of the upright image.
    public func normalized(_ rect: Rect<Upright>) -> Rect<Normalized> {
        let size = uprightSize
        return Rect(
            x: rect.x / size.width, y: rect.y / size.height,
            width: rect.width / size.width, height: rect.height / size.height)
    }
}
