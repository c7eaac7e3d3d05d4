#if Video && canImport(CLibAV)
    import CLibAV

    /// Names and values for FFmpeg.
    final class SettingsDictionary {
        /// FFmpeg takes out what it understands.
        var entries: OpaquePointer?

        /// Makes a dictionary.
        init(_ settings: [String: String]) {
            for (name, value) in settings { av_dict_set(&entries, name, value, 0) }
        }

        deinit { av_dict_free(&entries) }
    }
#endif
