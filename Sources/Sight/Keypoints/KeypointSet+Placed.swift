import SightGeometry

extension KeypointSet {
    /// Moves the points of a cut-out image to their places in the whole image.
    ///
    /// - Parameters:
    ///   - region: the part of the whole image that was cut out.
    ///   - size: the size of the cut-out image in pixels.
    /// - Returns: the set in upright pixels of the whole image.
    func placed(in region: RotatedRect<Upright>, from size: Size<ModelInput>) -> KeypointSet {
        let whole = region.unrotated
        let (scaleX, scaleY) = (whole.width / size.width, whole.height / size.height)
        let points = points.map { point in
            Keypoint(
                position: region.rotated(
                    Point(
                        x: whole.x + point.position.x * scaleX,
                        y: whole.y + point.position.y * scaleY)),
                depth: point.depth.map { $0 * scaleX }, score: point.score, name: point.name)
        }
        return KeypointSet(points: points, score: score)
    }
}
