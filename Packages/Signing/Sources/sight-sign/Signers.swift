import ArgumentParser
import Foundation
import SightModelSigning
import SightModels

/// The shared functions of the commands that sign.
enum Signers {
    /// Reads private keys from files.
    static func read(_ files: [String]) throws(ModelDeliveryError) -> [SigningKey] {
        var keys: [SigningKey] = []
        for file in files { keys.append(try SigningKey(contentsOf: URL(fileURLWithPath: file))) }
        return keys
    }

    /// Writes a remark to standard error if a check shows that signatures are missing.
    static func remarkMissing(_ check: () throws -> Void) {
        do { try check() } catch {
            Console.complain(
                "devices do not accept the signatures yet: \(error); sight-sign countersign adds one"
            )
        }
    }
}

/// Checks and adds numbers of days.
enum Days {
    /// The limit of ten years; an expiry later than that is not useful.
    private static let most = 3660

    static func check(_ days: Int?) throws {
        guard days.map({ (1...most).contains($0) }) ?? true else {
            throw ValidationError("--days has to be 1 to \(most)")
        }
    }

    static func later(_ days: Int) -> Date { Date(timeIntervalSinceNow: Double(days) * 86_400) }
}
