package import Foundation
import SightModels

extension HTTPExchange {
    /// The largest number of bytes that wait for their reader while a file is passed on.
    static let playedAhead = 4 << 20

    /// Passes an answer whose body is in a file to the reader, as fast as it is read.
    ///
    /// The file is deleted afterwards.
    ///
    /// - Parameters:
    ///   - file: the file with the body.
    ///   - head: status and header fields.
    package func play(_ file: URL, head: HTTPHead) async {
        defer { try? FileManager.default.removeItem(at: file) }
        receive(head)
        do {
            let handle = try FileHandle(forReadingFrom: file)
            defer { try? handle.close() }
            while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty {
                receive(piece)
                while unreadBytes > Self.playedAhead { try await Task.sleep(seconds: 0.01) }
            }
            complete(nil)
        } catch {
            complete(error)
        }
    }
}
