import SightTensor

/// The resources of a model that persist from run to run: variables that nodes assign, and hash
/// tables that nodes fill.
///
/// It is not thread-safe: the executions of one thread share it.
package final class ResourceStore {
    /// The value of an assigned variable.
    struct Value {
        let elementType: ElementType
        let shape: Shape
        let storage: AlignedStorage
    }

    private var values: [Int: Value] = [:]
    /// The filled hash tables, by number.
    private var tables: [Int: HashTable] = [:]
    /// The current states of the streams of random numbers.
    private var streams: [RandomStreamName: RandomStream] = [:]
    private var initialised: Set<Int> = []

    /// The number of times that loops have run their bodies in the current run.
    private var loopCount = 0

    /// Creates an empty store.
    package init() {}

    /// Returns the value of a variable; `nil` before it is assigned.
    func value(_ variable: Int) -> Value? { values[variable] }

    /// Copies bytes to a variable, and reuses its memory if the size is the same.
    func assign(_ variable: Int, _ type: ElementType, _ shape: Shape, _ source: UnsafeRawPointer) {
        let byteCount = type.byteCount(of: shape.elementCount) ?? 0
        let old = values[variable]?.storage
        let storage =
            old.flatMap { $0.byteCount == byteCount ? $0 : nil }
            ?? AlignedStorage(byteCount: byteCount)
        storage.start.copyMemory(from: source, byteCount: byteCount)
        values[variable] = Value(elementType: type, shape: shape, storage: storage)
    }

    /// Returns a hash table; `nil` before it is filled.
    func table(_ number: Int) -> HashTable? { tables[number] }

    /// Fills a hash table, which an operator does only once.
    func fill(_ number: Int, _ table: HashTable) { tables[number] = table }

    /// Returns the stream of a node's random numbers; `nil` before its first use.
    func stream(_ name: RandomStreamName) -> RandomStream? { streams[name] }

    /// Stores the state of a node's stream of random numbers.
    func keep(_ name: RandomStreamName, _ stream: RandomStream) { streams[name] = stream }

    /// Whether an initialising graph has not run yet.
    func needsInitialising(_ subgraph: Int) -> Bool { !initialised.contains(subgraph) }

    /// Records that an initialising graph has run completely.
    func noteInitialised(_ subgraph: Int) { initialised.insert(subgraph) }

    /// Resets the count of iterations of loops.
    func startRun() { loopCount = 0 }

    /// Counts one iteration of a loop.
    ///
    /// - Returns: `false` if all loops of a run together exceed the limit.
    func countLoop(limit: Int) -> Bool {
        loopCount += 1
        return loopCount <= limit
    }

    /// Removes all variables, tables and random streams, so that initialising graphs run again.
    func reset() {
        values = [:]
        tables = [:]
        streams = [:]
        initialised = []
    }
}
