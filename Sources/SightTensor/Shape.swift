/// The extents of a tensor, outermost first: a batch of images is `[N, H, W, C]`.
///
/// An empty list of extents is a scalar, which has one element. Extents are never negative.
public struct Shape: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// The extents, outermost first.
    public let dimensions: [Int]
    /// The product of the extents; 1 for a scalar.
    public let elementCount: Int

    /// Creates a shape; `nil` if an extent is negative or the product of the extents is too large.
    ///
    /// The product of all extents that are not 0 is at most 2⁴⁸. Products of any of the extents,
    /// strides and byte counts therefore fit into an `Int`, also for shapes without elements.
    public init?(_ dimensions: some Sequence<Int>) {
        var span = 1
        let dimensions = Array(dimensions)
        for extent in dimensions {
            guard extent >= 0 else { return nil }
            let (product, overflow) = span.multipliedReportingOverflow(by: max(1, extent))
            guard !overflow, product <= 1 << 48 else { return nil }
            span = product
        }
        self.dimensions = dimensions
        elementCount = dimensions.contains(0) ? 0 : span
    }

    /// Creates a shape from a literal.
    ///
    /// - Precondition: no extent is negative, and their product is at most 2⁴⁸.
    public init(arrayLiteral elements: Int...) {
        guard let shape = Shape(elements) else {
            preconditionFailure("\(elements) is not a valid shape")
        }
        self = shape
    }

    /// The product of the extents that are not 0, which bounds the work of loops over empty
    /// tensors.
    package var span: Int { dimensions.reduce(1) { $0 * max(1, $1) } }

    /// The number of extents.
    public var rank: Int { dimensions.count }

    /// The extent at an index; a negative index counts from the end.
    ///
    /// - Precondition: the index is in `-rank ..< rank`.
    public subscript(_ index: Int) -> Int {
        dimensions[index < 0 ? index + rank : index]
    }

    /// For each axis, the number of elements from one index to the next, in row-major order.
    public var strides: [Int] {
        var strides = [Int](repeating: 1, count: rank)
        for axis in stride(from: rank - 2, through: 0, by: -1) {
            strides[axis] = strides[axis + 1] * dimensions[axis + 1]
        }
        return strides
    }
}

extension Shape: CustomStringConvertible {
    /// The extents in brackets, such as `[1,224,224,3]`.
    public var description: String { "[\(dimensions.map(String.init).joined(separator: ","))]" }
}
