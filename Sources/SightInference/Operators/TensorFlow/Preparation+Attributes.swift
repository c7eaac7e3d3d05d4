import SightModelFile

extension Preparation {
    /// Reads the attributes of a TensorFlow node.
    ///
    /// - Throws: ``ModelError`` with code `invalidNode`.
    func attributes() throws(ModelError) -> NodeDefinition {
        do {
            return try NodeDefinition(options: customOptions())
        } catch {
            throw fail(error.message)
        }
    }

    /// Returns an attribute with one positive number for each axis, as windows and strides are.
    ///
    /// - Throws: ``ModelError`` with code `invalidNode`.
    func extents(_ name: String, _ attributes: NodeDefinition, rank: Int) throws(ModelError)
        -> [Int]
    {
        let numbers = attributes.ints(name)
        guard numbers.count == rank, numbers.allSatisfy({ (1..<(1 << 31)).contains($0) }) else {
            throw fail("\(name) is \(numbers), expected \(rank) numbers above 0")
        }
        return numbers
    }

    /// Returns whether the padding is VALID; the other choice is SAME.
    ///
    /// - Throws: ``ModelError`` with code `unsupported`.
    func isValidPadding(_ attributes: NodeDefinition) throws(ModelError) -> Bool {
        let padding = attributes.text("padding")
        guard padding == "VALID" || padding == "SAME" else {
            throw fail(.unsupported, "padding \"\(padding)\" is not supported, use SAME or VALID")
        }
        return padding == "VALID"
    }
}
