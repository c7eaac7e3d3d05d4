#if canImport(Glibc)
    import CSightCurl
    import Foundation
    import Glibc
    import SightConcurrency
    import SightModels

    /// The thread that runs all transfers of the process.
    ///
    /// Other threads hand over requests and wake the thread; only the thread uses the transfers.
    /// It notices a cancelled request by its exchange, which is over.
    final class CurlLoop: Sendable {
        /// The only loop of the process, or the reason why there is none.
        static let shared = Result { () throws(ModelDeliveryError) in try CurlLoop() }

        private static let longestWait = 60.0

        // Any thread may wake libcurl's handle, and only the loop's thread uses it otherwise.
        nonisolated(unsafe) private let handle: OpaquePointer
        private let requests = Guarded<[(HTTPRequest, HTTPExchange)]>([])
        private let hasThread = Guarded(false)

        private init() throws(ModelDeliveryError) {
            if let reason = sight_curl_load() {
                throw ModelDeliveryError(
                    .failedPrecondition,
                    "downloads need libcurl 7.68 or later (\(String(cString: reason))); install "
                        + "the package libcurl4 (Debian and Ubuntu) or libcurl (other systems)")
            }
            guard let handle = sight_curl_loop_new() else { throw Self.noMemory }
            self.handle = handle
        }

        private static var noMemory: ModelDeliveryError {
            ModelDeliveryError(.failedPrecondition, "libcurl cannot start a transfer")
        }

        /// Starts a request, whose answer the exchange receives.
        ///
        /// - Throws: `failedPrecondition` if the system makes no thread.
        func start(_ request: HTTPRequest, _ exchange: HTTPExchange) throws(ModelDeliveryError) {
            try startThread()
            requests.withLock { $0.append((request, exchange)) }
            wake()
        }

        /// Starts the thread unless it runs.
        ///
        /// If the system makes none, the next request tries again.
        private func startThread() throws(ModelDeliveryError) {
            let isRunning = hasThread.withLock { hasThread in
                if !hasThread { hasThread = WorkerThread.start("sight-http") { [self] in run() } }
                return hasThread
            }
            guard isRunning else {
                throw ModelDeliveryError(
                    .failedPrecondition,
                    "the system makes no thread for downloads: its limit of threads or of memory "
                        + "is reached; raise the limit (ulimit -u, or that of the container) or "
                        + "end other threads",
                    detail: RetryAdvice())
            }
        }

        /// Lets the thread see new requests and ended exchanges at once.
        func wake() { sight_curl_wake(handle) }

        private func run() {
            Self.blockPipeSignal()
            var transfers: [OpaquePointer: CurlTransfer] = [:]
            while true {
                startWaiting(&transfers)
                for (native, transfer) in transfers { transfer.continueIfRoom(native) }
                let isUsable = sight_curl_perform(handle)
                endComplete(&transfers)
                endOthers(&transfers, all: !isUsable)
                let now = CurlTransfer.now
                let time = transfers.values.reduce(Self.longestWait) { min($0, $1.expiry - now) }
                if !sight_curl_wait(handle, Int32(max(0, time * 1000).rounded(.up))) {
                    endOthers(&transfers, all: true)
                    Thread.sleep(forTimeInterval: 0.1)
                }
            }
        }

        /// Keeps a write to a closed connection from ending the process: TLS libraries write
        /// without `MSG_NOSIGNAL`, and the system sends the signal to the thread that writes.
        private static func blockPipeSignal() {
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
        }

        private func startWaiting(_ transfers: inout [OpaquePointer: CurlTransfer]) {
            let waiting = requests.withLock { requests in
                defer { requests = [] }
                return requests
            }
            for (request, exchange) in waiting where !exchange.isOver {
                do throws(ModelDeliveryError) {
                    let transfer = try CurlTransfer(request, exchange)
                    guard let native = transfer.start(handle) else { throw Self.noMemory }
                    transfers[native] = transfer
                } catch {
                    exchange.fail(error)
                }
            }
        }

        /// Ends the transfers that libcurl has completed, well or not.
        private func endComplete(_ transfers: inout [OpaquePointer: CurlTransfer]) {
            var result: Int32 = 0
            while let ended = sight_curl_next_end(handle, &result) {
                let failure = result == 0 ? nil : CurlFailure(ended, result)
                sight_curl_end(handle, ended)
                transfers.removeValue(forKey: ended)?.exchange.complete(failure)
            }
        }

        /// Ends the transfers that were cancelled or take too long, or all of them.
        private func endOthers(_ transfers: inout [OpaquePointer: CurlTransfer], all: Bool) {
            for (native, transfer) in transfers {
                if all { transfer.exchange.fail(Self.noMemory) }
                guard transfer.isOver() else { continue }
                sight_curl_end(handle, native)
                transfers[native] = nil
            }
        }
    }
#endif
