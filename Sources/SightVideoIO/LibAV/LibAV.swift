#if Video && canImport(CLibAV)
    import CLibAV
    import Foundation

    /// FFmpeg as a whole: its messages, its error numbers, its devices.
    enum LibAV {
        /// Keeps FFmpeg from writing to standard error; what matters comes as ``VideoError``.
        static let isQuiet: Bool = {
            av_log_set_level(AV_LOG_QUIET)
            return true
        }()

        /// FFmpeg's words for an error number.
        static func text(_ status: Int32) -> String {
            var words = [CChar](repeating: 0, count: Int(AV_ERROR_MAX_STRING_SIZE))
            av_strerror(status, &words, words.count)
            return words.withUnsafeBufferPointer { words in
                words.baseAddress.map { String(cString: $0) } ?? ""
            }
        }

        /// Loads the library that knows cameras.
        ///
        /// Only when one is wanted: with it come dozens of others, for screens and sound.
        static let hasDevices: Bool = {
            let major = sight_av_device_major
            for name in [
                "libavdevice.so.\(major)", "libavdevice.\(major).dylib",
                "/opt/homebrew/lib/libavdevice.\(major).dylib",
                "/usr/local/lib/libavdevice.\(major).dylib",
            ] {
                guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { continue }
                guard let register = dlsym(library, "avdevice_register_all") else { continue }
                sight_av_call(register)
                return true
            }
            return false
        }()
    }

    extension VideoError {
        /// An error of FFmpeg: what was tried, and its words.
        init(_ code: Code, _ what: String, status: Int32) {
            self.init(code, "\(what): \(LibAV.text(status))")
        }

        /// A lack of memory.
        static var noMemory: VideoError { VideoError(.tooLarge, "no memory for a video frame") }
    }
#endif
