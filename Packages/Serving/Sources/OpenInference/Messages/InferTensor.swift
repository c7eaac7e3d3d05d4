/// A tensor of a request or a response.
package struct InferTensor: Equatable, Sendable {
    /// The input's or output's name.
    package var name: String
    /// The type of the elements.
    package var datatype: Datatype
    /// The extents, outermost first; none is negative.
    package var shape: [Int]
    /// The elements, row-major and little-endian; often a slice of the request's body.
    package var bytes: ArraySlice<UInt8>

    /// Makes a tensor.
    package init(name: String, datatype: Datatype, shape: [Int], bytes: ArraySlice<UInt8>) {
        self.name = name
        self.datatype = datatype
        self.shape = shape
        self.bytes = bytes
    }

    /// Returns the product of the extents.
    ///
    /// - Throws: ``ProtocolError`` for a negative extent or a product above 2⁴⁰.
    package static func elementCount(_ shape: [Int], of name: String) throws(ProtocolError) -> Int {
        var count = 1
        for extent in shape {
            let (product, overflow) = count.multipliedReportingOverflow(by: extent)
            guard extent >= 0, !overflow, product <= 1 << 40 else {
                throw ProtocolError("\"\(name)\" has the shape \(shape), which no tensor has")
            }
            count = product
        }
        return count
    }
}
