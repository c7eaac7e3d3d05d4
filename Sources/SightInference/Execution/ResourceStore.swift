import SightTensor

/// The resources of a model, which stay from run to run: variables that nodes assign and tables that
/// nodes fill.
///
/// Not thread-safe: belongs to the executions of one thread.
package final class ResourceStore {
    /// A variable that has been assigned.
    struct Value {
        let elementType: ElementType
        let shape: Shape
        let storage: AlignedStorage
    }

    private var values: [Int: Value] = [:]
    /// The hash tables that have been filled, by number.
    private var tables: [Int: HashTable] = [:]
    /// Where the streams of random numbers are.
    private var streams: [RandomStreamName: RandomStream] = [:]
    private var initialised: Set<Int> = []

    /// Times that loops have run their bodies in the current run.
    private var loopCount = 0

    /// Makes an empty store.
    package init() {}

    /// The value of a variable; `nil` before it is assigned.
    func value(_ variable: Int) -> Value? { values[variable] }

    /// Copies bytes into a variable, reusing its memory when the size is the same.
    func assign(_ variable: Int, _ type: ElementType, _ shape: Shape, _ source: UnsafeRawPointer) {
        let byteCount = type.byteCount(of: shape.elementCount) ?? 0
        let old = values[variable]?.storage
        let storage =
            old.flatMap { $0.byteCount == byteCount ? $0 : nil }
            ?? AlignedStorage(byteCount: byteCount)
        storage.start.copyMemory(from: source, byteCount: byteCount)
        values[variable] = Value(elementType: type, shape: shape, storage: storage)
    }

    /// A hash table; `nil` before it is filled.
    func table(_ number: Int) -> HashTable? { tables[number] }

    /// Fills a hash table, for good.
    func fill(_ number: Int, _ table: HashTable) { tables[number] = table }

    /// A node's random numbers; `nil` before it takes any.
    func stream(_ name: RandomStreamName) -> RandomStream? { streams[name] }

    /// Notes where a node's random numbers go on.
    func keep(_ name: RandomStreamName, _ stream: RandomStream) { streams[name] = stream }

    /// Whether an initialising graph has yet to run.
    func needsInitialising(_ subgraph: Int) -> Bool { !initialised.contains(subgraph) }

    /// Notes that an initialising graph has run to its end.
    func noteInitialised(_ subgraph: Int) { initialised.insert(subgraph) }

    /// Starts to count the turns of loops.
    func startRun() { loopCount = 0 }

    /// Counts one turn of a loop.
    ///
    /// - Returns: `false` past a limit for all loops of a run together.
    func countLoop(limit: Int) -> Bool {
        loopCount += 1
        return loopCount <= limit
    }

    /// Forgets all variables, tables and random streams, so that initialising graphs run again.
    func reset() {
        values = [:]
        tables = [:]
        streams = [:]
        initialised = []
    }
}
