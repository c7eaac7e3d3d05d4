/// A feature vector of an image.
///
/// Vectors of images that look alike point in similar directions.
public struct Embedding: Hashable, Sendable {
    /// The position of the output among the model's outputs.
    public let index: Int
    /// The name of the output in the metadata; empty without one.
    public let name: String
    /// The numbers of the vector.
    public let values: [Float]

    /// Makes an embedding.
    public init(index: Int = 0, name: String = "", values: [Float]) {
        self.index = index
        self.name = name
        self.values = values
    }

    /// The vector scaled to a length of 1; unchanged if its length is 0 or not finite.
    public var normalized: Embedding {
        let length = values.reduce(Float(0)) { $0 + $1 * $1 }.squareRoot()
        guard length > 0, length.isFinite else { return self }
        return Embedding(index: index, name: name, values: values.map { $0 / length })
    }

    /// The numbers as bytes: −1…1 becomes −128…127, and larger magnitudes become −128 or 127.
    public var quantized: [Int8] {
        values.map { value in
            let level = (value * 128).rounded()
            return level.isNaN ? 0 : Int8(max(-128, min(127, level)))
        }
    }

    /// The cosine of the angle between two vectors, −1…1; 1 for the same direction.
    ///
    /// - Returns: `nil` for vectors of different sizes, or if one has the length 0.
    public func cosineSimilarity(to other: Embedding) -> Double? {
        guard values.count == other.values.count else { return nil }
        var (product, own, its) = (0.0, 0.0, 0.0)
        for (a, b) in zip(values, other.values) {
            product += Double(a) * Double(b)
            own += Double(a) * Double(a)
            its += Double(b) * Double(b)
        }
        return own > 0 && its > 0 ? product / (own * its).squareRoot() : nil
    }
}
