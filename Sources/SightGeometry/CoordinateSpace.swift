/// The space a point, size or rectangle is measured in, as a phantom type.
///
/// Mixing spaces does not compile. The only way from one to another is ``ImageTransform``
/// (or its first part, ``Orientation``).
public protocol CoordinateSpace: Sendable {}

/// Pixels of the image as stored, before its orientation is applied.
public enum Source: CoordinateSpace {}

/// Pixels of the image turned so that up is up.
public enum Upright: CoordinateSpace {}

/// Fractions of the upright image: both axes run over 0…1.
public enum Normalized: CoordinateSpace {}

/// Pixels of a model's input tensor.
public enum ModelInput: CoordinateSpace {}
