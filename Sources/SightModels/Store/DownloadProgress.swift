/// How far a download is.
public struct DownloadProgress: Hashable, Sendable {
    /// Bytes that are here, with those of an earlier attempt.
    public let completed: Int
    /// Bytes in all; `nil` when the server has not said.
    public let total: Int?

    /// Makes a state.
    package init(completed: Int, total: Int?) {
        self.completed = completed
        self.total = total
    }
}
