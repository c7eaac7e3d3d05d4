import Foundation

/// The inputs of a batch, each with work that has been started on it a few inputs ahead.
///
/// A thread of its own reads the list, so that an answer never waits for a line that has not been
/// written yet; it stops reading while `lead` inputs are open.
struct BatchFeed<Work: Sendable>: Sendable {
    /// An input and what becomes of it.
    struct Item: Sendable {
        let entry: BatchEntry
        let work: Task<Work, Never>
    }

    /// The inputs in the list's order.
    let items: AsyncStream<Item>
    private let places: DispatchSemaphore

    /// Starts to read.
    ///
    /// - Parameters:
    ///   - options: where the list is, and what to leave out.
    ///   - lead: inputs that are worked on at once.
    ///   - begin: starts the work on an input.
    /// - Throws: ``CommandError`` with status `usage` for a list or record that cannot be read.
    init(
        _ options: BatchOptions, lead: Int,
        begin: @escaping @Sendable (BatchEntry) -> Task<Work, Never>
    ) throws(CommandError) {
        let path = options.pathsFrom ?? "-"
        guard let list = path == "-" ? .standardInput : FileHandle(forReadingAtPath: path) else {
            throw CommandError(
                .usage, "--paths-from: \(path) cannot be read: \(String(cString: strerror(errno)))")
        }
        var record = DoneRecord()
        if let done = options.skipDone { record = try DoneRecord(path: done) }
        let (items, continuation) = AsyncStream.makeStream(of: Item.self)
        let places = DispatchSemaphore(value: lead)
        (self.items, self.places) = (items, places)
        let done = record
        Thread.detachNewThread {
            var done = done
            let reader = LineReader(list)
            var number = 0
            while let line = reader.next() {
                number += 1
                var text: Data?
                if case .text(let data) = line { text = data }
                guard let entry = BatchEntry(text, number: number) else { continue }
                if let id = entry.id, done.takes(id) { continue }
                places.wait()
                continuation.yield(Item(entry: entry, work: begin(entry)))
            }
            continuation.finish()
        }
    }

    /// Says that an input has been answered.
    func answered() { places.signal() }
}
