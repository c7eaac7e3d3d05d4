extension Orientation {
    /// The size of the upright image, for the size of the stored image.
    public func upright(_ size: Size<Source>) -> Size<Upright> {
        swapsAxes
            ? Size(width: size.height, height: size.width)
            : Size(width: size.width, height: size.height)
    }

    /// Converts a rectangle from stored pixels to upright pixels.
    ///
    /// - Parameters:
    ///   - rect: the rectangle in stored pixels.
    ///   - sourceSize: size of the stored image.
    /// - Returns: the same area of the image in upright pixels.
    public func upright(_ rect: Rect<Source>, sourceSize: Size<Source>) -> Rect<Upright> {
        let size = upright(sourceSize)
        let turned =
            swapsAxes
            ? Rect<Upright>(x: rect.y, y: rect.x, width: rect.height, height: rect.width)
            : Rect<Upright>(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
        return Rect(
            x: flipsX ? size.width - turned.maxX : turned.x,
            y: flipsY ? size.height - turned.maxY : turned.y,
            width: turned.width, height: turned.height)
    }

    /// Converts a rectangle from upright pixels to stored pixels; the inverse of
    /// ``upright(_:sourceSize:)``.
    ///
    /// - Parameters:
    ///   - rect: the rectangle in upright pixels.
    ///   - sourceSize: size of the stored image.
    /// - Returns: the same area of the image in stored pixels.
    public func source(_ rect: Rect<Upright>, sourceSize: Size<Source>) -> Rect<Source> {
        let size = upright(sourceSize)
        let x = flipsX ? size.width - rect.maxX : rect.x
        let y = flipsY ? size.height - rect.maxY : rect.y
        return swapsAxes
            ? Rect(x: y, y: x, width: rect.height, height: rect.width)
            : Rect(x: x, y: y, width: rect.width, height: rect.height)
    }

    /// Converts a point from upright pixels to stored pixels.
    ///
    /// - Parameters:
    ///   - point: the point in upright pixels.
    ///   - sourceSize: size of the stored image.
    /// - Returns: the same place of the image in stored pixels.
    public func source(_ point: Point<Upright>, sourceSize: Size<Source>) -> Point<Source> {
        let place = source(
            Rect<Upright>(x: point.x, y: point.y, width: 0, height: 0), sourceSize: sourceSize)
        return Point(x: place.x, y: place.y)
    }
}
