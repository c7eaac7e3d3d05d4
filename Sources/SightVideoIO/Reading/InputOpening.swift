#if Video && canImport(CLibAV)
    import CLibAV
    import Foundation

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Darwin)
        import Darwin
    #endif

    /// The parameters with which FFmpeg opens a source: its address, its format if known, and
    /// settings.
    ///
    /// A local file must not make FFmpeg open other files or addresses on the network. So the
    /// allowed protocols are limited to those that the kind of source needs, and the formats of
    /// files to those that name no other files, as playlists and scripts do.
    struct InputOpening {
        private let av: LibAV.Functions
        private(set) var address: String
        private(set) var format: UnsafePointer<AVInputFormat>?
        private(set) var settings: [String: String] = [:]
        /// Whether the source is at an address.
        private(set) var isAddress = false
        /// The images of a folder or of a pattern; FFmpeg opens only one of them.
        private(set) var images: ImageFiles?

        /// FFmpeg's names of the formats that files may have.
        ///
        /// - Source: FFmpeg, `libavformat/allformats.c`, without formats whose demuxers open what
        ///   the file names: `hls`, `dash`, `concat`, `imf`, `sdp`, `mlv`, `vobsub` and scripts.
        private static let fileFormats = [
            "apng", "asf", "av1", "avi", "avs2", "avs3", "cavsvideo", "dirac", "dv", "evc", "flv",
            "gif", "gxf", "h261", "h263", "h264", "hevc", "ivf", "jpegxl_anim", "live_flv", "m4v",
            "matroska", "mjpeg", "mov", "mp4", "mpeg", "mpegts", "mpegvideo", "mxf", "nut", "obu",
            "ogg", "rawvideo", "rm", "vc1", "vc1test", "vvc", "webm", "wtv", "yuv4mpegpipe",
            "image2", "bmp_pipe", "gif_pipe", "jpeg_pipe", "png_pipe", "tiff_pipe", "webp_pipe",
            // Of a sound file, the error says that it has no video.
            "aac", "ac3", "aiff", "amr", "flac", "mp3", "wav",
        ]

        /// Whether the packets of a container are bytes of its file.
        ///
        /// Those of a camera, a playlist or a session description are not.
        ///
        /// - Parameter container: FFmpeg's name of the container, or several names with commas.
        /// - Returns: whether it is one of the formats of files.
        static func isFileFormat(_ container: String) -> Bool {
            container.split(separator: ",").contains { fileFormats.contains(String($0)) }
        }

        /// The endings of the names of transport streams.
        private static let transportEndings: Set<String> = ["ts", "m2t", "m2ts", "mts"]

        /// Whether a source is stored as a whole, so that the time at which its frames are read
        /// says nothing about them; call this before the source is opened.
        static func isStored(_ input: VideoInput) -> Bool {
            switch input {
            case .file, .folder, .pattern: true
            case .standardInput: standardInputIsFile
            case .camera, .address: false
            }
        }

        /// Prepares to open a source.
        ///
        /// - Throws: `noVideo` for a folder without images, `unreadable` for a pattern without
        ///   images, `unsupportedFormat` for a camera if FFmpeg's library for cameras is missing,
        ///   `invalidOptions` for an RTSPS address if FFmpeg cannot check its certificate.
        init(
            _ input: VideoInput, options: VideoOptions, av: LibAV.Functions
        ) throws(VideoError) {
            self.av = av
            switch input {
            case .file(let path):
                guard !path.utf8.contains(0) else {
                    throw VideoError(.unreadable, "\(input): a path has no character 0")
                }
                address = "file:" + path
                expectFile()
                let ending = (path as NSString).pathExtension.lowercased()
                if Self.transportEndings.contains(ending) { keepTimes() }
            case .standardInput where Self.standardInputIsFile:
                // FFmpeg does not seek in a pipe, and many MP4 files have their index at the end.
                address = "file:/dev/stdin"
                expectFile()
                expectStream(options)
            case .standardInput:
                address = "pipe:0"
                expectFile(protocol: "pipe")
                expectStream(options)
            case .pattern(let pattern):
                address = ""
                expectImages(try ImageFiles(pattern: pattern), options)
            case .folder(let path):
                address = ""
                expectImages(try ImageFiles(folder: path), options)
            case .camera(let path):
                address = path
                try expectCamera(options)
            case .address(let text):
                address = text
                expectAddress(options)
                if options.verifiesCertificates {
                    try expectCertificate(input)
                } else {
                    settings["tls_verify"] = "0"
                }
            }
        }

        private mutating func expectAddress(_ options: VideoOptions) {
            isAddress = true
            let microseconds = String(Int(options.timeout * 1e6))
            settings = [
                "protocol_whitelist": "rtsp,rtsps,rtp,srtp,rtmp,rtmps,srt,http,https,httpproxy,"
                    + "tcp,tls,udp,crypto,data",
                // Some cameras send over UDP alone, so FFmpeg may try it after TCP.
                "rtsp_flags": "prefer_tcp", "rw_timeout": microseconds,
                "reconnect": "1", "reconnect_delay_max": "2", "analyzeduration": "2000000",
            ]
            // FFmpeg compares the names of protocols with their case.
            if let scheme = address.range(of: "://") {
                let name = address[..<scheme.lowerBound].lowercased()
                address = name + address[scheme.lowerBound...]
                // For RTMP, FFmpeg takes a timeout for the wish to be the server.
                if !name.hasPrefix("rtmp") { settings["timeout"] = microseconds }
                if name == "udp" { settings["overrun_nonfatal"] = "1" }
            }
            expectStream(options)
        }

        /// Sets what applies to a stream whose beginning may be anywhere.
        private mutating func expectStream(_ options: VideoOptions) {
            keepTimes()
            // Only formats without times know this setting.
            if let rate = options.frameRate { settings["framerate"] = "\(rate)" }
        }

        /// Tells FFmpeg not to take a jump back for an overflow.
        ///
        /// An encoder that starts again would move all later times by 26 hours. ``StreamClock``
        /// handles both.
        private mutating func keepTimes() { settings["correct_ts_overflow"] = "0" }

        private mutating func expectFile(protocol name: String = "file") {
            settings["protocol_whitelist"] = name
            settings["format_whitelist"] = Self.fileFormats.joined(separator: ",")
        }

        /// Whether a shell has opened a file as the standard input, and nothing of it was read.
        private static var standardInputIsFile: Bool {
            var status = stat()
            return fstat(STDIN_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
                && lseek(STDIN_FILENO, 0, SEEK_CUR) == 0
        }

        private mutating func expectImages(_ images: ImageFiles, _ options: VideoOptions) {
            self.images = images
            address = "file:" + (images.sample ?? "")
            format = av.pointee.av_find_input_format("image2")
            settings = [
                "protocol_whitelist": "file", "framerate": "\(options.frameRate ?? 25)",
                "pattern_type": "none",
            ]
        }

        /// Tells FFmpeg to check certificates, which it does not do by default before version 9.
        ///
        /// - Throws: `invalidOptions` for an RTSPS address if FFmpeg cannot check its certificate.
        private mutating func expectCertificate(_ input: VideoInput) throws(VideoError) {
            let isUnchecked =
                address.lowercased().hasPrefix("rtsps:")
                && sight_av_checks_certificates(av.pointee.av_find_input_format("rtsp")) == 0
            guard !isUnchecked else {
                throw VideoError(
                    .invalidOptions,
                    "\(input): this version of FFmpeg cannot check certificates over RTSPS; use a "
                        + "later version, or allow any certificate (verifiesCertificates, "
                        + "--any-certificate)")
            }
            settings["tls_verify"] = "1"
            #if !canImport(Darwin)
                // With OpenSSL, FFmpeg trusts no certificate unless it gets a file of trusted ones.
                let files = [
                    ProcessInfo.processInfo.environment["SSL_CERT_FILE"],
                    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
                    "/etc/ssl/cert.pem",
                ]
                settings["ca_file"] = files.compactMap(\.self).first {
                    FileManager.default.isReadableFile(atPath: $0)
                }
            #endif
        }

        private mutating func expectCamera(_ options: VideoOptions) throws(VideoError) {
            #if os(Linux)
                let name = "v4l2"
            #else
                let name = "avfoundation"
            #endif
            guard LibAV.hasDevices, let found = av.pointee.av_find_input_format(name) else {
                throw VideoError(
                    .unsupportedFormat, "\(address): FFmpeg's libavdevice is needed for cameras")
            }
            format = found
            if let rate = options.frameRate { settings["framerate"] = "\(rate)" }
            if let size = options.cameraSize {
                settings["video_size"] = "\(size.width)x\(size.height)"
            }
        }
    }
#endif
