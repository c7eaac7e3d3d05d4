package import Foundation
import SightModels

extension HTTPExchange {
    /// Bytes that wait for their reader at most while a file is played.
    static let playedAhead = 4 << 20

    /// Plays an answer whose body is in a file, as fast as it is read.
    ///
    /// The file is removed.
    ///
    /// - Parameters:
    ///   - file: the body.
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
