/// Names for shapes that no other module can make ambiguous.
///
/// On Apple's platforms every file that imports Foundation also sees the `Rect`, `Point` and `Size`
/// of MacTypes, and the compiler refuses a bare `Rect<Upright>` there. `Upright.Rect` is the same
/// type and compiles everywhere.
extension CoordinateSpace {
    /// A rectangle in this space.
    public typealias Rect = SightGeometry.Rect<Self>
    /// A rectangle in this space that is turned around its middle.
    public typealias RotatedRect = SightGeometry.RotatedRect<Self>
    /// A point in this space.
    public typealias Point = SightGeometry.Point<Self>
    /// An extent in this space.
    public typealias Size = SightGeometry.Size<Self>
}
