#if canImport(Darwin)
    import Foundation
    import SightConcurrency
    import SightModels

    /// Sends requests through the system's background service, which continues while the app is
    /// suspended, and after the system has terminated it.
    ///
    /// The service writes the body to a file, which is passed to the reader when it is complete. A
    /// request that an earlier process of the app has sent already takes over its download, or the
    /// file if the download has ended.
    final class BackgroundTransport: NSObject, URLSessionDownloadDelegate, Sendable {
        private struct State: Sendable {
            /// The exchanges of this process by the numbers of their tasks.
            var exchanges: [Int: HTTPExchange] = [:]
            /// The numbers of the tasks that ended without an exchange.
            var ended: Set<Int> = []
            /// The number of files that are being passed to their readers.
            var plays = 0
            /// Whether the system has reported all events and waits until they are handled.
            var hasReportedAll = false

            /// Whether to tell the system that all events are handled; `true` once.
            mutating func takeFinish() -> Bool {
                guard hasReportedAll, plays == 0 else { return false }
                hasReportedAll = false
                return true
            }
        }

        private let state = Guarded(State())
        private let unclaimed = UnclaimedDownloads(
            folder: (FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
                ?? FileManager.default.temporaryDirectory)
                .appendingPathComponent("sight-background"))

        /// The name of the session in the system.
        static let identifier: String = {
            let app = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
            return "\(app).sight.models"
        }()

        /// Whether the process may use the service: in an app extension, a session needs a
        /// container that the extension shares with its app.
        static let isAvailable = Bundle.main.bundleURL.pathExtension != "appex"

        /// The only session of the process.
        private static let session: URLSession = {
            let configuration = URLSessionConfiguration.background(withIdentifier: identifier)
            configuration.httpShouldSetCookies = false
            configuration.httpCookieAcceptPolicy = .never
            configuration.urlCache = nil
            configuration.sessionSendsLaunchEvents = true
            return URLSession(configuration: configuration, delegate: shared, delegateQueue: nil)
        }()
        private static let shared = BackgroundTransport()

        /// Starts a request, or takes over that of an earlier process, and waits for the head of
        /// its answer, which arrives only after the last byte.
        static func send(_ request: HTTPRequest) async throws(ModelDeliveryError)
            -> (HTTPHead, HTTPExchange)
        {
            let native = URLSessionTransport.native(request)
            if let exchange = await shared.earlier(native, of: request) {
                let head = try await exchange.response()
                if await isCurrent(head, request) { return (head, exchange) }
                exchange.discard()
            }
            let exchange = HTTPExchange(url: request.url)
            let task = session.downloadTask(with: native)
            shared.attach(exchange, to: task, isNew: true)
            return (try await exchange.response(), exchange)
        }

        /// Makes the session, so that the system can report events of the time in which the app was
        /// not running.
        static func connect() { _ = session }

        // MARK: Downloads of an earlier process

        /// Returns the exchange of a download that an earlier process has requested; `nil` if there
        /// is none.
        private func earlier(_ native: URLRequest, of request: HTTPRequest) async -> HTTPExchange? {
            let key = Self.key(native)
            let tasks: [URLSessionTask] = await withCheckedContinuation { continuation in
                Self.session.getAllTasks { continuation.resume(returning: $0) }
            }
            let exchange = HTTPExchange(url: request.url)
            for task in tasks where task.originalRequest.map(Self.key) == key {
                if attach(exchange, to: task) { return exchange }
            }
            guard let (file, head) = unclaimed.take(key) else { return nil }
            play(file, head, to: exchange)
            return exchange
        }

        /// Lets an exchange receive the answer to a task, and resumes the task.
        ///
        /// - Returns: `false` if another exchange of this process does so, or if the task has
        ///   ended; never for a new task, whose number may be that of an earlier one.
        @discardableResult
        private func attach(
            _ exchange: HTTPExchange, to task: URLSessionTask, isNew: Bool = false
        ) -> Bool {
            let number = task.taskIdentifier
            let isFree = state.withLock { state -> Bool in
                let isEnded = state.ended.contains(number)
                guard isNew || (state.exchanges[number] == nil && !isEnded) else { return false }
                state.ended.remove(number)
                state.exchanges[number] = exchange
                return true
            }
            guard isFree else { return false }
            exchange.run(task) { [self] in state.withLock { $0.exchanges[number] = nil } }
            return true
        }

        /// Whether a server still has the file of an answer, which may be days old.
        private static func isCurrent(_ head: HTTPHead, _ request: HTTPRequest) async -> Bool {
            guard let tag = head.strongTag else { return false }
            var question = HTTPRequest(request.url)
            question.method = "HEAD"
            question.allowsCellularAccess = request.allowsCellularAccess
            guard let (now, exchange) = try? await HTTPClient().send(question) else { return false }
            exchange.discard()
            return (200...299).contains(now.status) && now.strongTag == tag
        }

        /// The text that describes a request: its address and its header fields.
        private static func key(_ request: URLRequest) -> String {
            let fields = (request.allHTTPHeaderFields ?? [:]).map {
                "\($0.key.lowercased()): \($0.value)"
            }
            return ([request.url?.absoluteString ?? ""] + fields.sorted()).joined(separator: "\n")
        }

        /// Returns the exchange of a task that has ended.
        private func exchange(ofEnded task: URLSessionTask) -> HTTPExchange? {
            let number = task.taskIdentifier
            return state.withLock { state in
                if let exchange = state.exchanges[number] { return exchange }
                state.ended.insert(number)
                return nil
            }
        }

        // MARK: Events

        func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
            finishIfDone { $0.hasReportedAll = true }
        }

        /// Passes a file to the reader of an exchange.
        ///
        /// The system may suspend the app after it was told that all events are handled, so it is
        /// told only when the readers have the files.
        private func play(_ file: URL, _ head: HTTPHead, to exchange: HTTPExchange) {
            state.withLock { $0.plays += 1 }
            Task {
                await exchange.play(file, head: head)
                finishIfDone { $0.plays -= 1 }
            }
        }

        /// Changes the state, and tells the system if all events are handled then.
        private func finishIfDone(_ change: (inout State) -> Void) {
            let isDone = state.withLock { state in
                change(&state)
                return state.takeFinish()
            }
            if isDone { Task { @MainActor in BackgroundDownloads.finish() } }
        }

        func urlSession(
            _ session: URLSession, downloadTask: URLSessionDownloadTask,
            didFinishDownloadingTo location: URL
        ) {
            let exchange = exchange(ofEnded: downloadTask)
            guard let answer = downloadTask.response as? HTTPURLResponse else {
                exchange?.complete(URLError(.badServerResponse))
                return
            }
            let url = answer.url ?? location
            // The system deletes the file when this method returns.
            let file = FileManager.default.temporaryDirectory.appendingPathComponent(
                "sight-\(UUID().uuidString)")
            do {
                try FileManager.default.moveItem(at: location, to: file)
            } catch {
                exchange?.complete(error)
                return
            }
            if let exchange {
                play(file, HTTPHead(answer, url: url), to: exchange)
            } else if let request = downloadTask.originalRequest {
                var fields: [String: String] = [:]
                for (name, value) in answer.allHeaderFields {
                    if let name = name as? String { fields[name] = value as? String }
                }
                unclaimed.keep(
                    file, for: Self.key(request), status: answer.statusCode, url: url,
                    fields: fields)
            } else {
                try? FileManager.default.removeItem(at: file)
            }
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            didCompleteWithError error: (any Error)?
        ) {
            // Without an error, the file is already being passed to the reader, or it is kept.
            if let error { exchange(ofEnded: task)?.complete(error) }
        }
    }
#endif
