import Foundation
import SightConcurrency

/// The inputs of a batch; work on each starts a few inputs before its answer is written.
///
/// A separate thread reads the list, so that an answer never waits for the next line. It stops
/// reading while `lead` inputs have no answer.
struct BatchFeed<Work: Sendable>: Sendable {
    /// An input and the task that works on it.
    struct Item: Sendable {
        let entry: BatchEntry
        let work: Task<Work, Never>
    }

    /// The inputs in the list's order.
    let items: AsyncStream<Item>
    private let places: DispatchSemaphore
    /// The error that ended the list before its end.
    private let failure: Guarded<CommandError?>

    /// Starts to read the list.
    ///
    /// - Parameters:
    ///   - options: the path of the list, and the inputs to leave out.
    ///   - lead: the number of inputs that are worked on at the same time.
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
        // Dispatch ends the program if a semaphore is released below the value that it was made
        // with. A batch that breaks off leaves inputs without answers.
        let places = DispatchSemaphore(value: 0)
        for _ in 0..<lead { places.signal() }
        let failure = Guarded<CommandError?>(nil)
        (self.items, self.places, self.failure) = (items, places, failure)
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
                if done.takes(entry) { continue }
                places.wait()
                continuation.yield(Item(entry: entry, work: begin(entry)))
            }
            if let error = reader.failure {
                let reason = String(cString: strerror(error))
                failure.current = CommandError(
                    .usage, "--paths-from: \(path) cannot be read: \(reason)")
            }
            continuation.finish()
        }
    }

    /// Reports that an input has been answered, so that the next one can start.
    func answered() { places.signal() }

    /// Checks that ``items`` ended because the list did.
    ///
    /// - Throws: ``CommandError`` with status `usage` if the list could not be read to its end.
    func finish() throws(CommandError) {
        if let failure = failure.current { throw failure }
    }
}
