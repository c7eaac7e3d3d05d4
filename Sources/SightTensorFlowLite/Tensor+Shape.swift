extension Tensor {
    /// The extents of a tensor, outermost first.
    public struct Shape: Equatable, Hashable, Sendable {
        /// The number of extents.
        public let rank: Int
        /// The extents, outermost first.
        public let dimensions: [Int]

        /// Makes a shape from a list.
        public init(_ dimensions: [Int]) {
            rank = dimensions.count
            self.dimensions = dimensions
        }

        /// Makes a shape from its extents.
        public init(_ elements: Int...) {
            self.init(elements)
        }
    }
}

extension Tensor.Shape: ExpressibleByArrayLiteral {
    /// Makes a shape from a literal such as `[1, 224, 224, 3]`.
    public init(arrayLiteral: Int...) {
        self.init(arrayLiteral)
    }
}
