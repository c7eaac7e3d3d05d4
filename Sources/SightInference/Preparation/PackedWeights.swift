import SightConcurrency
import SightModelFile
import SightTensor

/// The packed weights of one layer, or of several layers that have the same weights.
///
/// The steps of an unrolled recurrent network share weights, and so do the heads of some detectors.
final class PackedWeights: Sendable {
    /// What the packed bytes depend on.
    struct Key: Hashable {
        /// The type of the layer, which determines the format.
        fileprivate let layer: ObjectIdentifier
        fileprivate let constants: [UnsafeRawPointer?]
        fileprivate let numbers: [Int]
    }

    let storage: AlignedStorage
    /// The constants of the key; while they exist, no others have their addresses.
    private let constants: [ConstantBytes?]
    /// The packing, if it is still to be done.
    private let work: Guarded<(@Sendable (AlignedStorage) -> Void)?>

    fileprivate init(
        _ storage: AlignedStorage, of constants: [ConstantBytes?],
        pack: @escaping @Sendable (AlignedStorage) -> Void
    ) {
        self.storage = storage
        self.constants = constants
        work = Guarded(pack)
    }

    /// Packs the weights, if no thread has packed them; if another thread is packing, waits for it.
    func pack() {
        work.withLock { pack in
            pack?(storage)
            pack = nil
        }
    }
}

extension Preparation {
    /// Requests the packed weights of a layer.
    ///
    /// - Parameters:
    ///   - layer: the type of the layer.
    ///   - constants: the weights, and whatever else is packed with them.
    ///   - numbers: all other values on which the packed bytes depend.
    ///   - byteCount: the size of the packed bytes.
    ///   - pack: writes the packed bytes. A task that the layer adds to ``packing`` has to call
    ///     ``PackedWeights/pack()``.
    /// - Returns: the packed weights of an earlier layer if it has the same type, constants and
    ///   numbers, otherwise new ones.
    /// - Throws: ``ModelError`` with code `tooLarge`.
    func packedWeights<Layer>(
        of layer: Layer.Type, constants: [ConstantBytes?], numbers: [Int], byteCount: Int,
        pack: @escaping @Sendable (AlignedStorage) -> Void
    ) throws(ModelError) -> PackedWeights {
        let key = PackedWeights.Key(
            layer: ObjectIdentifier(layer), constants: constants.map { $0?.bytes.baseAddress },
            numbers: numbers)
        if let weights = packing.weights[key] { return weights }
        let storage = try packedStorage(byteCount: byteCount)
        let weights = PackedWeights(storage, of: constants, pack: pack)
        packing.weights[key] = weights
        return weights
    }
}
