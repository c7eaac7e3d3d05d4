#if Video && canImport(CLibAV)
    import CLibAV
    import Foundation

    /// The global functions and settings of FFmpeg: messages, memory, error numbers and devices.
    enum LibAV {
        /// The size of the largest block of memory that FFmpeg may allocate: an image of
        /// 8192 × 8192 pixels with four bytes each, and its padding.
        static let largestBlock = 5 << 26

        /// FFmpeg's functions for codecs, files and pixel formats.
        typealias Functions = UnsafePointer<sight_av_functions>

        /// The functions, or the reason why FFmpeg's libraries cannot be loaded.
        ///
        /// The libraries are loaded for the first video; `functions.h` of CLibAV says why.
        ///
        /// Settings of FFmpeg apply to the whole process. FFmpeg no longer writes to standard
        /// error; failures are reported as ``VideoError``. It allocates no block above
        /// ``largestBlock``: some formats state the sizes of texts, and FFmpeg allocates and clears
        /// as many bytes before it reads them.
        private nonisolated(unsafe) static let loaded: (functions: Functions?, failure: String) = {
            var reason: UnsafePointer<CChar>?
            let functions = sight_av_load(&reason)
            av_log_set_level(AV_LOG_QUIET)
            av_max_alloc(largestBlock)
            return (functions, reason.map { String(cString: $0) } ?? "")
        }()

        /// Returns the functions; the first call loads FFmpeg's libraries.
        ///
        /// - Parameter name: the video's name, for the error.
        /// - Returns: the functions, which stay valid until the process ends.
        /// - Throws: `unsupportedFormat` if a library is missing.
        static func functions(for name: String) throws(VideoError) -> Functions {
            guard let functions = loaded.functions else {
                throw VideoError(
                    .unsupportedFormat,
                    "\(name): FFmpeg cannot be loaded: \(loaded.failure); install the release of FFmpeg "
                        + "that Sight was compiled with")
            }
            return functions
        }

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
