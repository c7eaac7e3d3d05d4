/// The progress of a download.
public struct DownloadProgress: Hashable, Sendable {
    /// The number of bytes that have arrived, including those of an earlier attempt.
    public let completed: Int
    /// The size of the file in bytes; `nil` if the server has not stated it.
    public let total: Int?

    /// Makes a progress.
    package init(completed: Int, total: Int?) {
        self.completed = completed
        self.total = total
    }
}
