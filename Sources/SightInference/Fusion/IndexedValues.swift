/// Values for some of the nodes or tensors of a graph, by index.
///
/// It is an array, because the first dictionary of a program makes the runtime search all
/// conformances for that of its keys. This search takes a twentieth of the start of a small model.
struct IndexedValues<Value: Sendable>: Sendable {
    private var values: [Value?] = []

    /// The value for an index, which is not negative; `nil` if there is none.
    subscript(index: Int) -> Value? {
        get { index < values.count ? values[index] : nil }
        set {
            if index < values.count {
                values[index] = newValue
            } else if let newValue {
                while values.count < index { values.append(nil) }
                values.append(newValue)
            }
        }
    }

    /// The indices that have values, in increasing order, with their values.
    var all: [(index: Int, value: Value)] {
        values.indices.compactMap { index in values[index].map { (index, $0) } }
    }
}
