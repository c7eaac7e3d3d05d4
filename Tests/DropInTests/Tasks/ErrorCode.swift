import Foundation

/// The code of the `NSError` that a call throws; `nil` if it throws none.
func code(_ body: () throws -> Void) -> Int? {
    do {
        try body()
        return nil
    } catch {
        return (error as NSError).code
    }
}
