#if canImport(Darwin)
    /// Receives the events of background downloads from the app delegate.
    ///
    /// The system wakes an app when its downloads have ended, and expects to be told when the app
    /// has handled the events. In the app delegate:
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
    /// The download of a suspended app continues, and so does that of an app that the system has
    /// terminated. A terminated app has to request the model again after its next start. The
    /// request takes over the running download or its file if the address and the header fields are
    /// the same, and if the server still has a file with the same strong entity tag. Otherwise the
    /// download starts from the beginning: so it does for the addresses of Firebase and of Sight
    /// Host, which are signed anew for each request. A file that nobody requests is deleted after a
    /// week. If the user ends the app, the system ends its downloads.
    @MainActor public enum BackgroundDownloads {
        private static var handlers: [() -> Void] = []

        /// Handles the events of a session if it belongs to this library.
        ///
        /// - Parameters:
        ///   - identifier: the session's identifier, as the app delegate receives it.
        ///   - completionHandler: the handler of the app delegate; called on the main thread after
        ///     the last event, when the downloaded models are installed, but 25 seconds later at
        ///     the latest.
        /// - Returns: whether the session belongs to this library; the handler of another session
        ///   is not called.
        public static func handleEvents(
            forSession identifier: String, completionHandler: @escaping () -> Void
        ) -> Bool {
            guard identifier == BackgroundTransport.identifier else { return false }
            handlers.append(completionHandler)
            BackgroundTransport.connect()
            return true
        }

        /// Tells the system that all events have been handled.
        static func finish() {
            let waiting = handlers
            handlers = []
            for handler in waiting { handler() }
        }
    }
#endif
