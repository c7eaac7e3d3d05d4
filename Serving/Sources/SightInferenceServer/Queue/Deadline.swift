/// Limits how long something may take.
enum Deadline {
    /// Runs a body and cancels it when its time is over.
    ///
    /// - Throws: what the body throws; ``ServeError`` `deadline` when time is over.
    static func within<Value: Sendable>(
        _ seconds: Double, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await Task.sleep(for: .seconds(seconds))
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let value = first else {
                throw ServeError(.deadline, "not done within \(seconds) s")
            }
            return value
        }
    }
}
