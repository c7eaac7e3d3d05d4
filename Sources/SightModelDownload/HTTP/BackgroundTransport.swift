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
        /// The exchange that receives the answer to a task, and the installation that reads it.
        private struct Receiver: Sendable {
            let exchange: HTTPExchange
            let installation: RunningInstallation?
        }

        private struct State: Sendable {
            /// The receivers of this process by the numbers of their tasks.
            var receivers: [Int: Receiver] = [:]
            /// The numbers of the tasks that ended without a receiver.
            var ended: Set<Int> = []
        }

        private let state = Guarded(State())
        private let events = BackgroundEvents {
            Task { @MainActor in BackgroundDownloads.finish() }
        }
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
            let receiver = Receiver(
                exchange: HTTPExchange(url: request.url),
                installation: RunningInstallation.current)
            if await shared.takeOver(native, by: receiver) {
                let head = try await receiver.exchange.response()
                if await isCurrent(head, request) { return (head, receiver.exchange) }
                receiver.exchange.discard()
            }
            let next = Receiver(
                exchange: HTTPExchange(url: request.url), installation: receiver.installation)
            let task = session.downloadTask(with: native)
            shared.attach(next, to: task, isNew: true)
            return (try await next.exchange.response(), next.exchange)
        }

        /// Makes the session, so that the system can report events of the time in which the app was
        /// not running.
        static func connect() { _ = session }

        // MARK: Downloads of an earlier process

        /// Lets a receiver get the answer to a request of an earlier process; `false` if there is
        /// none.
        private func takeOver(_ native: URLRequest, by receiver: Receiver) async -> Bool {
            let key = Self.key(native)
            let tasks: [URLSessionTask] = await withCheckedContinuation { continuation in
                Self.session.getAllTasks { continuation.resume(returning: $0) }
            }
            for task in tasks where task.originalRequest.map(Self.key) == key {
                if attach(receiver, to: task) { return true }
            }
            guard let (file, head) = unclaimed.take(key) else { return false }
            play(file, head, to: receiver)
            return true
        }

        /// Lets a receiver get the answer to a task, and resumes the task.
        ///
        /// - Returns: `false` if another receiver of this process does so, or if the task has
        ///   ended; never for a new task, whose number may be that of an earlier one.
        @discardableResult
        private func attach(
            _ receiver: Receiver, to task: URLSessionTask, isNew: Bool = false
        ) -> Bool {
            let number = task.taskIdentifier
            // The events of the task, which may begin at once, belong to the new download.
            receiver.installation?.waitsForDownload()
            let isFree = state.withLock { state -> Bool in
                let isEnded = state.ended.contains(number)
                guard isNew || (state.receivers[number] == nil && !isEnded) else { return false }
                state.ended.remove(number)
                state.receivers[number] = receiver
                return true
            }
            guard isFree else { return false }
            receiver.exchange.run(task) { [self] in
                state.withLock { $0.receivers[number] = nil }
            }
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

        /// Returns the receiver of a task that has ended.
        private func receiver(ofEnded task: URLSessionTask) -> Receiver? {
            let number = task.taskIdentifier
            return state.withLock { state in
                if let receiver = state.receivers[number] { return receiver }
                state.ended.insert(number)
                return nil
            }
        }

        // MARK: Events

        func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
            events.allAreReported()
        }

        /// Passes a file to a receiver.
        private func play(_ file: URL, _ head: HTTPHead, to receiver: Receiver) {
            events.handle(for: receiver.installation) {
                await receiver.exchange.play(file, head: head)
            }
        }

        /// Passes an error to a receiver, whose installation may send the request again.
        private func fail(_ receiver: Receiver?, _ error: any Error) {
            guard let receiver else { return }
            events.handle(for: receiver.installation) { receiver.exchange.complete(error) }
        }

        func urlSession(
            _ session: URLSession, downloadTask: URLSessionDownloadTask,
            didFinishDownloadingTo location: URL
        ) {
            let receiver = receiver(ofEnded: downloadTask)
            guard let answer = downloadTask.response as? HTTPURLResponse else {
                fail(receiver, URLError(.badServerResponse))
                return
            }
            let url = answer.url ?? location
            // The system deletes the file when this method returns.
            let file = FileManager.default.temporaryDirectory.appendingPathComponent(
                "sight-\(UUID().uuidString)")
            do {
                try FileManager.default.moveItem(at: location, to: file)
            } catch {
                fail(receiver, error)
                return
            }
            if let receiver {
                play(file, HTTPHead(answer, url: url), to: receiver)
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
            if let error { fail(receiver(ofEnded: task), error) }
        }
    }
#endif
