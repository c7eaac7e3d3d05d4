#if canImport(Darwin)
    /// What an app delegate passes on about downloads in the background.
    ///
    /// The system wakes an app when its downloads have ended, and wants to hear when the app has seen
    /// them. In the app delegate:
    ///
    /// ```swift
    /// func application(
    ///     _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    ///     completionHandler: @escaping () -> Void
    /// ) {
    ///     _ = BackgroundDownloads.handleEvents(
    ///         forSession: identifier, completionHandler: completionHandler)
    /// }
    /// ```
    ///
    /// A suspended app goes on with its download. An app that the system has ended asks for the model
    /// again.
    @MainActor public enum BackgroundDownloads {
        private static var handlers: [() -> Void] = []

        /// Takes the events of a session, if it is the one that fetches models.
        ///
        /// - Parameters:
        ///   - identifier: the session's identifier, as the app delegate gets it.
        ///   - completionHandler: the app delegate's; called on the main thread after the last event.
        /// - Returns: whether the session is this library's; the handler of another session is not
        ///   called.
        public static func handleEvents(
            forSession identifier: String, completionHandler: @escaping () -> Void
        ) -> Bool {
            guard identifier == BackgroundTransport.identifier else { return false }
            handlers.append(completionHandler)
            BackgroundTransport.connect()
            return true
        }

        /// Tells the system that all events have been seen.
        static func finish() {
            let waiting = handlers
            handlers = []
            for handler in waiting { handler() }
        }
    }
#endif
