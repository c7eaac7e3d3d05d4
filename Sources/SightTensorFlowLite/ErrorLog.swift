import Foundation
import SightModelFile

/// Where the reason behind a terse error goes: standard error, as in the original.
enum ErrorLog {
    /// Runs `body`; on failure notes why and throws what users of the original expect.
    static func run<Result, Failure: Error>(
        or failure: Failure, _ body: () throws(ModelError) -> Result
    ) throws(Failure) -> Result {
        do throws(ModelError) {
            return try body()
        } catch {
            FileHandle.standardError.write(Data("ERROR: \(error.message)\n".utf8))
            throw failure
        }
    }
}
