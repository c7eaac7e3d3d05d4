import SightModelFile

/// Finds the inputs that the arguments of an option mean, each input once.
struct InputFinder {
    /// The graph that has the inputs.
    let entry: EntryPoint
    /// The option, such as `--input`.
    let option: String
    private var values: [Int: String] = [:]

    init(_ entry: EntryPoint, option: String) {
        self.entry = entry
        self.option = option
    }

    /// Finds the input with a name, or the first free one without a name.
    ///
    /// - Parameters:
    ///   - name: the name or position that the user wrote; `nil` without one.
    ///   - value: the argument without the name.
    ///   - argument: the whole argument.
    /// - Returns: the position among the graph's inputs.
    /// - Throws: ``CommandError`` with status `usage` for unknown names, positions out of range and
    ///   inputs found twice.
    mutating func take(_ name: String?, value: String, argument: String) throws(CommandError)
        -> Int
    {
        let inputs = entry.graph.inputs
        let found =
            if let name { entry.position(of: name) } else {
                inputs.indices.first { values[$0] == nil }
            }
        guard let position = found else {
            let complaint = name.map { "the model has no input \"\($0)\"; \(list)" }
            throw CommandError(
                .usage,
                "\(option) \(argument): "
                    + (complaint ?? "the model has only \(inputs.count.counted("input"))"))
        }
        if let earlier = values.updateValue(value, forKey: position) {
            throw CommandError(
                .usage, "\(option) \(argument): input \(position) is already \(earlier)")
        }
        return position
    }

    private var list: String {
        let names = entry.graph.inputs.indices.map { "\($0) \"\(entry.input($0).name)\"" }
        guard !names.isEmpty else { return "it has no inputs" }
        return "its inputs are " + names.joined(separator: ", ")
    }
}

extension Int {
    /// Returns the number with a noun that takes an `s` for all numbers but 1, such as `2 lines`.
    func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
