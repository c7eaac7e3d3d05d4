import SightModelFile
import SightTensor

extension TensorInfo {
    /// Whether an extent may change.
    var isDynamic: Bool {
        shapeSignature.count == shape.rank && shapeSignature.contains(-1)
    }

    /// The shape with −1 for each extent that may change, such as `[-1,224,224,3]`.
    var shapeText: String { isDynamic ? text(shapeSignature) : shape.description }

    /// The extents of a dynamic tensor as `--shape` takes them, with `N` for each that may change.
    var shapePattern: String {
        shapeSignature.map { $0 == -1 ? "N" : String($0) }.joined(separator: ",")
    }

    /// Returns the shape that holds a number of elements if one extent may change; `nil` if none or
    /// several may, or if the others do not divide the number.
    ///
    /// The extent of a single axis may always change.
    func shape(ofElements count: Int) -> Shape? {
        var extents = shape.rank == 1 ? [-1] : isDynamic ? shapeSignature : []
        let dynamic = extents.indices.filter { extents[$0] == -1 }
        guard dynamic.count == 1, let axis = dynamic.first else { return nil }
        extents[axis] = 1
        guard let others = Shape(extents)?.elementCount, others > 0,
            count.isMultiple(of: others)
        else { return nil }
        extents[axis] = count / others
        return Shape(extents)
    }

    private func text(_ extents: [Int]) -> String {
        "[\(extents.map(String.init).joined(separator: ","))]"
    }
}
