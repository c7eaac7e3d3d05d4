import Foundation
import SightModelSigning
import SightModels

/// Reads and writes whole files, with errors that name the path and the system's reason.
enum WholeFile {
    /// Reads a file.
    ///
    /// - Throws: ``ModelDeliveryError`` with code `fileFailure`.
    static func read(_ path: String) throws(ModelDeliveryError) -> [UInt8] {
        do {
            return Array(
                try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe))
        } catch {
            throw failure("\(path) cannot be read", error)
        }
    }

    /// Writes a file, or replaces it in one step.
    ///
    /// - Throws: ``ModelDeliveryError`` with code `fileFailure`.
    static func write(_ bytes: [UInt8], to path: String) throws(ModelDeliveryError) {
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw failure("\(path) cannot be written", error)
        }
    }

    private static func failure(_ message: String, _ cause: any Error) -> ModelDeliveryError {
        ModelDeliveryError(
            .fileFailure, "\(message): \(FileReason.text(of: cause))", cause: cause)
    }
}
