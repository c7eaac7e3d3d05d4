import Firebase

/// Whose module this is.
public let maker = umbrella
