import Metrics
import ServiceLifecycle

/// The cameras that are being followed; those that send nothing are forgotten.
actor TrackSessions: Service {
    private let settings: ServeSettings
    private let images: ImageService
    private var sessions: [String: TrackSession] = [:]

    init(_ settings: ServeSettings, images: ImageService) {
        self.settings = settings
        self.images = images
    }

    /// The session of a name, a new one when there is none.
    ///
    /// - Throws: ``ServeError`` `overloaded` when there are as many as there may be.
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

    /// Forgets a session.
    ///
    /// - Returns: whether there was one.
    func end(_ name: String) -> Bool {
        defer { Gauge(label: "sight_track_sessions").record(sessions.count) }
        return sessions.removeValue(forKey: name) != nil
    }

    /// How many there are.
    var count: Int { sessions.count }

    /// Forgets idle sessions until the service ends.
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
            // Another one may have taken the name while this one was asked.
            if isIdle, sessions[name] === session { _ = end(name) }
        }
    }
}
