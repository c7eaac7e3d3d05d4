import Foundation
import SightModels

/// The wait after a service has failed, during which no request is sent to it.
///
/// - Source: Firebase Installations: a day after 400 and 403; otherwise `2^n` seconds and up to one
///   more at random, at most half an hour; a success resets the wait; failures of the network do
///   not count.
struct BackOff: Sendable {
    private static let longest = 1800.0
    private static let day = 86_400.0

    private var failures = 0
    private var until: Date?

    /// Throws during the wait.
    func require(_ now: Date) throws(ModelDeliveryError) {
        guard let until, now < until else { return }
        let seconds = Int(until.timeIntervalSince(now).rounded(.up))
        throw ModelDeliveryError(
            .resourceExhausted,
            "the installations service failed; the next request is sent in \(seconds) s")
    }

    mutating func succeed() { self = BackOff() }

    // The value of `random` is in 0..<1.
    mutating func fail(status: Int, _ now: Date, random: Double) {
        guard status != 400, status != 403 else {
            until = now.addingTimeInterval(Self.day)
            return
        }
        failures = min(failures + 1, 16)
        let seconds = min(Self.longest, Double(1 << failures) + random)
        until = now.addingTimeInterval(seconds)
    }
}
