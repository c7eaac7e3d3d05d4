/// The extents of a tensor, outermost first: an image batch is `[N, H, W, C]`.
///
/// An empty list is a scalar with one element. Extents are never negative.
public struct Shape: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// The extents, outermost first.
    public let dimensions: [Int]
    /// The product of the extents; 1 for a scalar.
    public let elementCount: Int

    /// Makes a shape; `nil` when an extent is negative or the extents span too much.
    ///
    /// The product of the extents, zeros left out, is at most 2⁴⁸. So products of any of them,
    /// strides and byte counts fit an `Int` even in shapes without elements.
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

    /// Makes a shape from a literal.
    ///
    /// - Precondition: no extent is negative and their product is at most 2⁴⁸.
    public init(arrayLiteral elements: Int...) {
        guard let shape = Shape(elements) else {
            preconditionFailure("\(elements) is no shape")
        }
        self = shape
    }

    /// The product of the extents that are not 0: what loops over an empty tensor may take.
    package var span: Int { dimensions.reduce(1) { $0 * max(1, $1) } }

    /// Number of extents.
    public var rank: Int { dimensions.count }

    /// The extent at an index; negative indices count from the end.
    ///
    /// - Precondition: the index is inside `-rank ..< rank`.
    public subscript(_ index: Int) -> Int {
        dimensions[index < 0 ? index + rank : index]
    }

    /// Elements from one index of each axis to the next, in row-major order.
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
