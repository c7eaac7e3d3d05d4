#if Video && canImport(CLibAV)
    import CLibAV

    /// A dictionary of names and values for FFmpeg.
    final class SettingsDictionary {
        /// The entries; FFmpeg removes those that it understands.
        var entries: OpaquePointer?

        /// Makes a dictionary.
        init(_ settings: [String: String]) {
            for (name, value) in settings { av_dict_set(&entries, name, value, 0) }
        }

        deinit { av_dict_free(&entries) }
    }
#endif
