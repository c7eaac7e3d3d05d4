public import Foundation

/// A child process that reads requests from its standard input and writes answers to its output.
///
/// The child inherits no environment variable but `LD_LIBRARY_PATH`, because others may be secrets.
/// After a ``ChildFailure``, the child and the processes of its group have ended, and the caller
/// needs a new child. Use a child from one thread at a time; its calls block.
public final class ChildProcess {
    /// The number of bytes read at once if the length of an answer is unknown.
    private static let step = 1 << 16
    /// Ignores SIGPIPE, so that a write to a child that has ended fails with an error.
    private static let ignoresBrokenPipes: Bool = {
        signal(SIGPIPE, SIG_IGN)
        return true
    }()

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    /// Starts a program.
    ///
    /// - Throws: ``ChildFailure`` `unstartable`.
    public init(program: String, arguments: [String]) throws(ChildFailure) {
        _ = Self.ignoresBrokenPipes
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        let libraries = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
        process.environment = ["SWIFT_BACKTRACE": "enable=no"]
            .merging(libraries.map { ["LD_LIBRARY_PATH": $0] } ?? [:]) { $1 }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { throw .unstartable("\(error)") }
        for handle in [input.fileHandleForWriting, output.fileHandleForReading] {
            let flags = fcntl(handle.fileDescriptor, F_GETFL)
            _ = fcntl(handle.fileDescriptor, F_SETFL, flags | O_NONBLOCK)
        }
    }

    deinit { end() }

    /// The identifier of the process.
    public var identifier: Int32 { process.processIdentifier }

    /// Whether the child runs and has no unread output, as it must between requests.
    public var isWaiting: Bool {
        var state = pollfd(
            fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
        // A child that writes without a request is out of step and cannot be used.
        return poll(&state, 1, 0) == 0
    }

    /// Sends bytes.
    ///
    /// - Throws: ``ChildFailure`` if the child has ended or does not read all by the deadline.
    public func send(_ bytes: some ContiguousBytes, by deadline: ChildDeadline)
        throws(ChildFailure)
    {
        let file = input.fileHandleForWriting.fileDescriptor
        let failure: ChildFailure? = bytes.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
                let count = write(file, rest.baseAddress, rest.count)
                if count > 0 {
                    sent += count
                } else if let failure = wait(count, file, POLLOUT, deadline) {
                    return failure
                }
            }
            return nil
        }
        if let failure { throw failure }
    }

    /// Closes the child's standard input.
    public func finishSending() { try? input.fileHandleForWriting.close() }

    /// Reads a number of bytes.
    ///
    /// - Throws: ``ChildFailure`` if the child has ended or does not answer by the deadline.
    public func receive(_ count: Int, by deadline: ChildDeadline) throws(ChildFailure) -> [UInt8] {
        var failure: ChildFailure?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, received in
            let space = UnsafeMutableRawBufferPointer(buffer)
            while received < count, failure == nil {
                failure = receive(
                    UnsafeMutableRawBufferPointer(rebasing: space[received...]), &received, deadline
                )
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Reads the output of a child until it ends with the status 0.
    ///
    /// - Throws: ``ChildFailure`` if the child ends otherwise, writes more than `limit` bytes or
    ///   does not end by the deadline.
    public func receiveAll(limit: Int, by deadline: ChildDeadline) throws(ChildFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: Self.step)
        while true {
            var count = 0
            let failure = part.withUnsafeMutableBytes { receive($0, &count, deadline) }
            bytes += part[..<count]
            if failure == .status(0) { return bytes }
            if let failure { throw failure }
            guard bytes.count <= limit else {
                end()
                throw .tooLong(limit: limit)
            }
        }
    }

    /// Kills the child and the processes of its group.
    public func end() {
        guard process.processIdentifier > 0, process.isRunning else { return }
        // Foundation makes each child the leader of a process group on Linux, not on all systems.
        if getpgid(identifier) == identifier { kill(-identifier, SIGKILL) }
        kill(identifier, SIGKILL)
        // A process that left the group gets SIGPIPE or the end of its input.
        try? input.fileHandleForWriting.close()
        try? output.fileHandleForReading.close()
    }

    /// Reads the available bytes, and waits if there are none.
    private func receive(
        _ space: UnsafeMutableRawBufferPointer, _ received: inout Int, _ deadline: ChildDeadline
    ) -> ChildFailure? {
        let file = output.fileHandleForReading.fileDescriptor
        let count = read(file, space.baseAddress, space.count)
        guard count <= 0 else {
            received += count
            return nil
        }
        return count == 0 ? ending : wait(count, file, POLLIN, deadline)
    }

    /// Waits until a call that would have blocked can be repeated.
    private func wait(_ result: Int, _ file: Int32, _ event: Int32, _ deadline: ChildDeadline)
        -> ChildFailure?
    {
        guard errno == EAGAIN || errno == EINTR else { return ending }
        let left = deadline.milliseconds
        guard left > 0 else {
            end()
            return .late(seconds: deadline.seconds)
        }
        var state = pollfd(fd: file, events: Int16(event), revents: 0)
        poll(&state, 1, left)
        return nil
    }

    /// Kills a child that has closed its end of a pipe, if it still runs, and returns how it ended.
    private var ending: ChildFailure {
        end()
        // `waitUntilExit` would also wait for processes that inherited the child's files.
        var state = siginfo_t()
        while waitid(P_PID, id_t(identifier), &state, WEXITED | WNOWAIT) != 0 {
            guard errno == EINTR else { return reaped }
        }
        #if canImport(Darwin)
            let status = state.si_status
        #else
            let status = state._sifields._sigchld.si_status
        #endif
        return state.si_code == CLD_EXITED ? .status(status) : .signal(status)
    }

    /// The exit status or signal of a child that Foundation has already waited for.
    private var reaped: ChildFailure {
        process.waitUntilExit()
        let status = process.terminationStatus
        return process.terminationReason == .exit ? .status(status) : .signal(status)
    }
}
