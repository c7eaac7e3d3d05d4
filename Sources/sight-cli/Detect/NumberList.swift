import ArgumentParser

/// Numbers separated by commas.
struct NumberList: ExpressibleByArgument {
    let numbers: [Float]

    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Float($0) }.filter(\.isFinite)
        guard numbers.count == parts.count else { return nil }
        self.numbers = numbers
    }
}
