import SightModelFile
import SightTensor

/// The packed weights of one layer, or of several layers that have the same weights.
///
/// The steps of an unrolled recurrent network share weights, and so do the heads of some detectors.
struct PackedWeights {
    /// What the packed bytes depend on.
    fileprivate struct Key: Equatable {
        /// The type of the layer, which determines the format.
        let layer: ObjectIdentifier
        let weights: UnsafeRawPointer?
        let bias: UnsafeRawPointer?
        let numbers: [Int]
    }

    fileprivate let key: Key
    /// The constants of the key: while they exist, no others have their addresses.
    fileprivate let constants: (weights: ConstantBytes, bias: ConstantBytes?)
    fileprivate let storage: AlignedStorage
}

extension Preparation {
    /// Returns memory for the packed weights of a layer.
    ///
    /// - Parameters:
    ///   - layer: the type of the layer.
    ///   - weights: the weights.
    ///   - bias: the biases, if they are packed with the weights.
    ///   - numbers: all other values on which the packed bytes depend.
    ///   - byteCount: the size of the packed bytes.
    /// - Returns: the memory, and whether a recent layer with the same type, constants and numbers
    ///   has added the task that packs these weights.
    /// - Throws: ``ModelError`` with code `tooLarge`.
    func packedWeights<Layer>(
        of layer: Layer.Type, _ weights: ConstantBytes, bias: ConstantBytes? = nil,
        numbers: [Int], byteCount: Int
    ) throws(ModelError) -> (storage: AlignedStorage, isShared: Bool) {
        let key = PackedWeights.Key(
            layer: ObjectIdentifier(layer), weights: weights.bytes.baseAddress,
            bias: bias?.bytes.baseAddress, numbers: numbers)
        if let earlier = packing.shared(where: { $0.key == key }) {
            return (earlier.storage, true)
        }
        let storage = try packedStorage(byteCount: byteCount)
        packing.remember(
            PackedWeights(key: key, constants: (weights, bias), storage: storage))
        return (storage, false)
    }
}
