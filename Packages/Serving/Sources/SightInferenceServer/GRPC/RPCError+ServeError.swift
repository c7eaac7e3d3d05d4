import GRPCCore

extension RPCError {
    /// Converts an error to gRPC's status codes.
    init(_ error: ServeError) {
        let code: RPCError.Code =
            switch error.kind {
            case .invalid, .tooLarge, .unsupported: .invalidArgument
            case .unauthorized: .unauthenticated
            case .notFound: .notFound
            case .misdirected: .failedPrecondition
            case .conflict: .aborted
            case .overloaded: .resourceExhausted
            case .deadline: .deadlineExceeded
            case .unavailable: .unavailable
            case .cancelled: .cancelled
            case .failed: .internalError
            }
        self.init(
            code: code, message: error.message,
            metadata: error.retryAfter.map { ["retry-after": "\($0)"] } ?? [:])
    }
}
