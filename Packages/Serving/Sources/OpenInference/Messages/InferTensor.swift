/// An array of a request or a response.
package struct InferTensor: Equatable, Sendable {
    /// The input's or output's name.
    package var name: String
    /// The type of the elements.
    package var datatype: Datatype
    /// The extents, outermost first; none is negative.
    package var shape: [Int]
    /// The elements: row-major, little-endian; a part of the request that they came in.
    package var bytes: ArraySlice<UInt8>

    /// Makes an array.
    package init(name: String, datatype: Datatype, shape: [Int], bytes: ArraySlice<UInt8>) {
        self.name = name
        self.datatype = datatype
        self.shape = shape
        self.bytes = bytes
    }

    /// The product of the extents.
    ///
    /// - Throws: ``ProtocolError`` for negative extents and products beyond 2⁴⁰.
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
