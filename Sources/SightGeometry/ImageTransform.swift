/// The one map between the four spaces of an image on its way into a model.
///
/// source pixels → (orientation) → upright pixels → (crop, squash or letterbox) → model pixels.
/// The transform made on the way in is the only thing that maps boxes on the way out; nobody
/// recomputes a scale.
///
/// - Source: orientation tables of EXIF 2.32; half-pixel sample centres.
public struct ImageTransform: Hashable, Sendable {
    /// How a region is fitted into a model's input.
    public enum Fit: Hashable, Sendable {
        /// Stretch both axes independently until the region fills the input.
        case squash
        /// Keep the aspect ratio and pad the rest evenly on both sides.
        case letterbox
    }

    /// Size of the stored image.
    public let sourceSize: Size<Source>
    /// How the stored image must be turned.
    public let orientation: Orientation
    /// The part of the upright image that the model sees.
    public let region: Rect<Upright>
    /// Size of the model's input.
    public let inputSize: Size<ModelInput>
    /// The part of the input that `region` fills: all of it, or less in a letterbox.
    public let content: Rect<ModelInput>

    /// Makes the map for one image and one input.
    ///
    /// - Parameters:
    ///   - sourceSize: size of the stored image in pixels.
    ///   - orientation: how the stored image must be turned.
    ///   - region: crop in upright pixels; the whole image when `nil`.
    ///   - inputSize: size of the model's input in pixels.
    ///   - fit: squash (the rule of ML Kit and the Task Library) or letterbox.
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
        case .letterbox:
            let scale = min(
                inputSize.width / max(region.width, .leastNormalMagnitude),
                inputSize.height / max(region.height, .leastNormalMagnitude))
            let size = Size<ModelInput>(
                width: region.width * scale, height: region.height * scale)
            content = Rect(
                x: (inputSize.width - size.width) / 2, y: (inputSize.height - size.height) / 2,
                width: size.width, height: size.height)
        }
    }

    /// Size of the upright image.
    public var uprightSize: Size<Upright> { orientation.upright(sourceSize) }

    /// A rectangle of the model's input, seen in the upright image; not clamped.
    public func upright(_ rect: Rect<ModelInput>) -> Rect<Upright> {
        let scaleX = region.width / content.width
        let scaleY = region.height / content.height
        return Rect(
            x: region.x + (rect.x - content.x) * scaleX,
            y: region.y + (rect.y - content.y) * scaleY,
            width: rect.width * scaleX, height: rect.height * scaleY)
    }

    /// A rectangle of the upright image, seen in the model's input; not clamped.
    public func modelInput(_ rect: Rect<Upright>) -> Rect<ModelInput> {
        let scaleX = content.width / region.width
        let scaleY = content.height / region.height
        return Rect(
            x: content.x + (rect.x - region.x) * scaleX,
            y: content.y + (rect.y - region.y) * scaleY,
            width: rect.width * scaleX, height: rect.height * scaleY)
    }

    /// An upright rectangle in stored pixels.
    public func source(_ rect: Rect<Upright>) -> Rect<Source> {
        orientation.source(rect, sourceSize: sourceSize)
    }

    /// A rectangle in stored pixels, seen upright.
    public func upright(_ rect: Rect<Source>) -> Rect<Upright> {
        orientation.upright(rect, sourceSize: sourceSize)
    }

    /// An upright rectangle as fractions of the upright image.
    public func normalized(_ rect: Rect<Upright>) -> Rect<Normalized> {
        let size = uprightSize
        return Rect(
            x: rect.x / size.width, y: rect.y / size.height,
            width: rect.width / size.width, height: rect.height / size.height)
    }
}
