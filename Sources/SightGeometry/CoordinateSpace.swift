/// The space in which a point, a size or a rectangle is measured.
///
/// A space is a type without values. Points of different spaces have different types, so code that
/// mixes them does not compile. ``ImageTransform`` converts between the spaces;
/// `Documentation/GLOSSARY.md` has a worked example.
public protocol CoordinateSpace: Sendable {}

/// Pixels of the image as it is stored, before its orientation is applied.
public enum Source: CoordinateSpace {}

/// Pixels of the image after its orientation has been applied, so that up is up.
public enum Upright: CoordinateSpace {}

/// Fractions of the upright image: both axes go from 0 to 1.
public enum Normalized: CoordinateSpace {}

/// Pixels of a model's input tensor.
public enum ModelInput: CoordinateSpace {}
