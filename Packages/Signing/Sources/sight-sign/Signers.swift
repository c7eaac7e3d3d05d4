import ArgumentParser
import Foundation
import SightModelSigning
import SightModels

/// What the commands that sign share.
enum Signers {
    /// The private keys in files.
    static func read(_ files: [String]) throws(ModelDeliveryError) -> [SigningKey] {
        var keys: [SigningKey] = []
        for file in files { keys.append(try SigningKey(contentsOf: URL(fileURLWithPath: file))) }
        return keys
    }

    /// Says on standard error that signatures are missing still.
    static func remarkMissing(_ check: () throws -> Void) {
        do { try check() } catch {
            FileHandle.standardError.write(
                Data("sight-sign: not accepted yet: \(error); countersign adds signatures\n".utf8))
        }
    }
}

/// Days from now on.
enum Days {
    /// Ten years: whoever wants more does not want an end.
    private static let most = 3660

    static func check(_ days: Int?) throws {
        guard days.map({ (1...most).contains($0) }) ?? true else {
            throw ValidationError("--days has to be 1 to \(most)")
        }
    }

    static func later(_ days: Int) -> Date { Date(timeIntervalSinceNow: Double(days) * 86_400) }
}
