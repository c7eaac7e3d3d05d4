import ArgumentParser
import SightGeometry

/// The size of a model's image input on the command line: `WIDTHxHEIGHT`, or one number for both.
struct InputSizeArgument: ExpressibleByArgument {
    let size: Size<ModelInput>

    init?(argument: String) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false)
        let extents = parts.compactMap { Int($0) }.filter { (1...1 << 16).contains($0) }
        guard let width = extents.first, let height = extents.last, extents.count == parts.count,
            extents.count <= 2
        else { return nil }
        size = Size(width: Float(width), height: Float(height))
    }
}
