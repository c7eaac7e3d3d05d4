/// Has the name of LiteRT's interpreter.
public struct Interpreter {
    /// The package that this type is of.
    public static let maker = "LiteRT"
}
