#if Video && canImport(CLibAV)
    import CLibAV
    import Foundation

    /// The global functions of FFmpeg: messages, error numbers and devices.
    enum LibAV {
        /// Stops FFmpeg from writing to standard error; failures are reported as ``VideoError``.
        static let isQuiet: Bool = {
            av_log_set_level(AV_LOG_QUIET)
            return true
        }()

        /// Returns FFmpeg's description of an error number.
        static func text(_ status: Int32) -> String {
            var words = [CChar](repeating: 0, count: Int(AV_ERROR_MAX_STRING_SIZE))
            av_strerror(status, &words, words.count)
            return words.withUnsafeBufferPointer { words in
                words.baseAddress.map { String(cString: $0) } ?? ""
            }
        }

        /// Loads the library for cameras.
        ///
        /// It is loaded only for a camera, because it brings dozens of libraries for screens and
        /// sound.
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
        /// Makes an error of FFmpeg from the failed action and FFmpeg's description.
        init(_ code: Code, _ what: String, status: Int32) {
            self.init(code, "\(what): \(LibAV.text(status))")
        }

        /// The error of insufficient memory.
        static var noMemory: VideoError { VideoError(.tooLarge, "no memory for a video frame") }
    }
#endif
