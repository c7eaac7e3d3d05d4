import Metrics
import ServiceLifecycle

/// The sessions of all cameras; a camera that sends nothing for a time is removed.
actor TrackSessions: Service {
    private let settings: ServeSettings
    private let images: ImageService
    private var sessions: [String: TrackSession] = [:]

    init(_ settings: ServeSettings, images: ImageService) {
        self.settings = settings
        self.images = images
    }

    /// Returns the session with a name, and makes it if it does not exist.
    ///
    /// - Throws: ``ServeError`` `overloaded` if there are too many sessions.
    func session(_ name: String, isClassifying: Bool) throws(ServeError) -> TrackSession {
        if let session = sessions[name] { return session }
        guard sessions.count < settings.maximumSessions else {
            throw ServeError(
                .overloaded, "\(sessions.count) sessions are open already",
                retryAfter: max(1, Int(settings.sessionTimeout)))
        }
        let session = TrackSession(images.makeTracker(isClassifying: isClassifying))
        sessions[name] = session
        Gauge(label: "sight_track_sessions").record(sessions.count)
        return session
    }

    /// Removes a session.
    ///
    /// - Returns: whether the session existed.
    func end(_ name: String) -> Bool {
        defer { Gauge(label: "sight_track_sessions").record(sessions.count) }
        return sessions.removeValue(forKey: name) != nil
    }

    /// The number of sessions.
    var count: Int { sessions.count }

    /// Removes idle sessions until the service ends.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(min(1, self.settings.sessionTimeout / 2)))
                await self.forgetIdle()
            }
        }
    }

    private func forgetIdle() async {
        let moment = ContinuousClock.now - .seconds(settings.sessionTimeout)
        for (name, session) in sessions {
            let isIdle = await session.isIdle(since: moment)
            // During the `await`, a new session may have got the name.
            if isIdle, sessions[name] === session { _ = end(name) }
        }
    }
}
