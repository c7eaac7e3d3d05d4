import SightTensor

extension NPYArray {
    /// The bytes of the file, version 1.0, with the elements at a multiple of 64 bytes.
    package var file: [UInt8] {
        let name = Self.typeNames.first { $0.type == elementType }?.name ?? "V"
        let order = elementType.bitWidth == 8 ? "|" : "<"
        let extents = shape.dimensions.map(String.init)
        let tuple = extents.count == 1 ? "\(extents[0])," : extents.joined(separator: ", ")
        var header = Array(
            "{'descr': '\(order)\(name)', 'fortran_order': False, 'shape': (\(tuple)), }".utf8)
        let used = 10 + header.count + 1
        header += [UInt8](repeating: 0x20, count: (64 - used % 64) % 64)
        header.append(0x0A)
        let length = [UInt8(truncatingIfNeeded: header.count), UInt8(header.count >> 8)]
        var file: [UInt8] = [0x93]
        file += "NUMPY".utf8
        file += [1, 0]
        file += length
        file += header
        file += bytes
        return file
    }
}
