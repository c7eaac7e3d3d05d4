/// Stands in for the interpreter of LiteRT's package.
public struct Interpreter {
    /// Whose module this is.
    public static let maker = "LiteRT"
}
