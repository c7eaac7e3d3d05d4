/// Lets a number below 0 follow an option, as in `--threshold -1`.
///
/// The parser takes an argument that begins with `-` for an option, and says that the value is
/// missing. Such a number is therefore joined with the option before it: `--threshold=-1`. The
/// programs that `sight serve` and `sight models sign` run understand both forms, too.
package enum NegativeNumbers {
    /// Joins negative numbers and lists that begin with one, such as `-10,-10,50,50`, with the
    /// options before them.
    ///
    /// After `--`, the arguments stay as they are: no option is among them.
    package static func joined(_ arguments: some Sequence<String>) -> [String] {
        var joined: [String] = []
        var isPastOptions = false
        for argument in arguments {
            if !isPastOptions, isNegative(argument), let option = joined.last, isName(option) {
                joined[joined.count - 1] = "\(option)=\(argument)"
            } else {
                joined.append(argument)
                isPastOptions = isPastOptions || argument == "--"
            }
        }
        return joined
    }

    /// Returns whether an argument is the name of an option or flag without a value.
    private static func isName(_ argument: String) -> Bool {
        argument.hasPrefix("--") && argument.count > 2 && !argument.contains("=")
    }

    private static func isNegative(_ argument: String) -> Bool {
        argument.hasPrefix("-") && Double(argument.prefix { $0 != "," }) != nil
    }
}
