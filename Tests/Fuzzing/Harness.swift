import Foundation

/// The shared part of all targets: time limits, and the rules for findings.
///
/// A typed error is a correct result. A trap, a report of a sanitizer, an allocation above
/// libFuzzer's limit, and an input that takes more than ``secondsPerExecution`` of processor time in
/// each of ``attempts`` executions end the process.
enum Harness {
    /// The limit of processor time, which does not include other work of the machine.
    static let secondsPerExecution = 1.0

    /// The number of executions that decide whether an input is slow.
    ///
    /// A virtual machine that stands still for a moment can count that time as processor time.
    private static let attempts = 3

    /// Runs a parser on bytes; an error without a message is a finding, too.
    static func run(
        _ data: UnsafePointer<UInt8>?, _ size: Int,
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) -> CInt {
        var seconds: [Double] = []
        repeat {
            seconds.append(execute(data, size, body))
            if seconds[seconds.count - 1] < secondsPerExecution { return 0 }
        } while seconds.count < attempts
        fatalError("took \(seconds) s of processor time")
    }

    /// Runs a parser once; returns its processor time in seconds.
    private static func execute(
        _ data: UnsafePointer<UInt8>?, _ size: Int,
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) -> Double {
        let start = processorSeconds
        do {
            try body(UnsafeBufferPointer(start: data, count: size))
        } catch {
            guard !"\(error)".isEmpty else { fatalError("an error says nothing") }
        }
        return processorSeconds - start
    }

    private static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}

/// Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
