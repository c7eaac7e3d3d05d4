import SightModelFile
import SightTensor

/// The resources of a model that persist from run to run: variables that nodes assign, and hash
/// tables that nodes fill.
///
/// It is not thread-safe: the executions of one thread share it.
package final class ResourceStore {
    /// The value of an assigned variable.
    final class Value {
        let elementType: ElementType
        let shape: Shape
        let memory: ResourceMemory

        fileprivate init(_ elementType: ElementType, _ shape: Shape, _ memory: ResourceMemory) {
            (self.elementType, self.shape, self.memory) = (elementType, shape, memory)
        }
    }

    /// The values of the variables, by number; `nil` before a variable is assigned.
    private var values: [Value?] = []
    /// The filled hash tables, by number.
    private var tables: [Int: HashTable] = [:]
    /// The current states of the streams of random numbers.
    private var streams: [RandomStreamName: RandomStream] = [:]
    private var initialized: Set<Int> = []
    /// The bytes of all variables, their copies and tables.
    private let meter = ResourceMeter()
    /// The arenas of all stages that were prepared while running.
    let laterArenas = ResourceMeter()
    /// What was allocated to prepare these stages, such as packed weights.
    let laterPreparations = ResourceMeter()
    /// The bytes that the tables count.
    private var tableByteCount = 0
    /// The approximate number of bytes of an entry of a table, without its string.
    private static let entryByteCount = 64

    /// The number of times that loops have run their bodies in the current run.
    private var loopCount = 0
    /// Is called after each node of all graphs during a run; an error that it throws ends the run.
    var check: (() throws(ModelError) -> Void)?

    /// Creates an empty store.
    package init() {}

    /// Returns the value of a variable; `nil` before it is assigned.
    func value(_ variable: Int) -> Value? {
        values.indices.contains(variable) ? values[variable] : nil
    }

    /// Copies bytes to a variable, and reuses its memory if its type and its shape stay the same.
    ///
    /// - Returns: `false` if all resources together would exceed a limit of bytes.
    func assign(
        _ variable: Int, _ type: ElementType, _ shape: Shape, _ source: UnsafeRawPointer, limit: Int
    ) -> Bool {
        if let value = value(variable), value.elementType == type, value.shape == shape {
            let bytes = value.memory.storage
            bytes.start.copyMemory(from: source, byteCount: bytes.byteCount)
            return true
        }
        while values.count <= variable { values.append(nil) }
        values[variable] = nil
        let byteCount = type.byteCount(of: shape.elementCount) ?? 0
        guard let memory = ResourceMemory(byteCount: byteCount, limit: limit, meter) else {
            return false
        }
        memory.storage.start.copyMemory(from: source, byteCount: byteCount)
        values[variable] = Value(type, shape, memory)
        return true
    }

    /// Returns a copy of the bytes of a value; `nil` if all resources together would exceed a limit
    /// of bytes.
    func copy(_ value: Value, limit: Int) -> ResourceMemory? {
        let source = value.memory.storage
        let copy = ResourceMemory(byteCount: source.byteCount, limit: limit, meter)
        copy?.storage.start.copyMemory(from: source.start, byteCount: source.byteCount)
        return copy
    }

    /// Returns a hash table; `nil` before it is filled.
    func table(_ number: Int) -> HashTable? { tables[number] }

    /// Counts the entries of a hash table that is about to be filled.
    ///
    /// - Returns: `false` if all resources together would exceed a limit of bytes.
    func reserveTable(entries: Int, limit: Int) -> Bool {
        guard meter.take(entries * Self.entryByteCount, limit: limit) else { return false }
        tableByteCount += entries * Self.entryByteCount
        return true
    }

    /// Fills a hash table, which an operator does only once.
    func fill(_ number: Int, _ table: HashTable) { tables[number] = table }

    /// Returns the stream of a node's random numbers; `nil` before its first use.
    func stream(_ name: RandomStreamName) -> RandomStream? { streams[name] }

    /// Stores the state of a node's stream of random numbers.
    func keep(_ name: RandomStreamName, _ stream: RandomStream) { streams[name] = stream }

    /// Whether an initializing graph has not run yet.
    func needsInitializing(_ subgraph: Int) -> Bool { !initialized.contains(subgraph) }

    /// Records that an initializing graph has run completely.
    func noteInitialized(_ subgraph: Int) { initialized.insert(subgraph) }

    /// Resets the count of iterations of loops.
    func startRun() { loopCount = 0 }

    /// Counts one iteration of a loop.
    ///
    /// - Returns: `false` if all loops of a run together exceed the limit.
    func countLoop(limit: Int) -> Bool {
        loopCount += 1
        return loopCount <= limit
    }

    /// Removes all variables, tables and random streams, so that initializing graphs run again.
    func reset() {
        values = []
        tables = [:]
        meter.giveBack(tableByteCount)
        tableByteCount = 0
        streams = [:]
        initialized = []
    }
}
