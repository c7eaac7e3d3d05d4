// The public API of `Sight` mentions types of these modules (`Rect`, `ImageBuffer`, `Tracker`,
// `CustomOperator`): `import Sight` alone is enough to use it.
@_exported public import SightCustomOperators
@_exported public import SightGeometry
@_exported public import SightImage
@_exported public import SightTracking
