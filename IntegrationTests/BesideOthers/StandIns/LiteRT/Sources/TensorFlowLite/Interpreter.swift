/// A type with the name of LiteRT's interpreter.
public struct Interpreter {
    /// The package that declares this type.
    public static let maker = "LiteRT"
}
