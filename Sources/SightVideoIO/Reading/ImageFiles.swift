#if Video && canImport(CLibAV)
    import Foundation

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Darwin)
        import Darwin
    #endif

    /// The files of an image sequence in the order of their frames.
    ///
    /// FFmpeg can list them, too, but it ends at the first empty file or missing number, finds no
    /// first number above 4, and puts 10 before 2.
    struct ImageFiles {
        /// An image and the number of its frame, from 0.
        struct Entry {
            let path: String
            let number: Int
        }

        /// Endings that stand for one codec, by ending.
        private static let aliases = ["jpeg": "jpg", "tiff": "tif"]

        let entries: [Entry]

        /// The number of frames, with those whose numbers have no file.
        var frameCount: Int { (entries.last?.number ?? -1) + 1 }

        /// The first image with content, which shows the codec and the size.
        var sample: String? {
            (entries.first { Self.hasContent($0.path) } ?? entries.first)?.path
        }

        /// Returns the bytes of an image; `nil` if it is empty, not a regular file, or unreadable.
        static func bytes(_ path: String) -> Data? {
            // A pipe would make the reader wait, and a device may have no end.
            hasContent(path) ? try? Data(contentsOf: URL(fileURLWithPath: path)) : nil
        }

        private static func hasContent(_ path: String) -> Bool {
            var status = stat()
            return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
                && (1...LibAV.largestBlock).contains(Int(status.st_size))
        }

        /// Lists the images of a folder that have its most frequent codec.
        ///
        /// - Throws: `noVideo` for a folder without images.
        init(folder: String) throws(VideoError) {
            var groups: [String: [String]] = [:]
            for name in Self.names(in: folder) where !name.hasPrefix(".") {
                let ending = (name as NSString).pathExtension.lowercased()
                if VideoInput.imageEndings.contains(ending) {
                    groups[Self.aliases[ending] ?? ending, default: []].append("\(folder)/\(name)")
                }
            }
            guard
                let most = groups.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) })
            else {
                throw VideoError(
                    .noVideo,
                    "\(folder) has no images: files ending in "
                        + "\(VideoInput.imageEndings.joined(separator: ", ")) are looked for")
            }
            entries = Self.inOrder(most.value)
        }

        /// Lists the images that a shell pattern or a pattern with a number names.
        ///
        /// A number has its place even if other numbers have no file.
        ///
        /// - Throws: `unreadable` if there are none.
        init(pattern: String) throws(VideoError) {
            entries =
                pattern.contains(where: "*?[".contains)
                ? Self.inOrder(Self.matches(pattern)) : Self.numbered(pattern)
            guard !entries.isEmpty else {
                throw VideoError(.unreadable, "no file matches \(pattern)")
            }
        }

        /// Sorts paths by name, or by number if they differ only in the number before the ending.
        private static func inOrder(_ paths: [String]) -> [Entry] {
            let keys = paths.map { path in
                let stem = path[..<(path.lastIndex(of: ".") ?? path.endIndex)]
                let start = stem.lastIndex { !isDigit($0) }.map(stem.index(after:))
                let digits = stem[(start ?? stem.startIndex)...]
                return (
                    path: path, text: stem[..<digits.startIndex],
                    digits: digits.drop { $0 == "0" }, hasNumber: !digits.isEmpty
                )
            }
            let areNumbers = keys.allSatisfy { $0.hasNumber && $0.text == keys.first?.text }
            let sorted = keys.sorted { one, other in
                if areNumbers, one.digits != other.digits {
                    return (one.digits.count, one.digits) < (other.digits.count, other.digits)
                }
                return one.path.utf8.lexicographicallyPrecedes(other.path.utf8)
            }
            return sorted.enumerated().map { Entry(path: $1.path, number: $0) }
        }

        /// Returns the files that a shell pattern with or without braces matches.
        private static func matches(_ pattern: String) -> [String] {
            var result = glob_t()
            defer { globfree(&result) }
            guard glob(pattern, GLOB_BRACE, nil, &result) == 0, let paths = result.gl_pathv else {
                return []
            }
            return (0..<Int(result.gl_pathc)).compactMap { paths[$0].map { String(cString: $0) } }
                .filter { !isFolder($0) }
        }

        /// Returns the files of a pattern such as `%06d.png`, where `%%` stands for `%`.
        private static func numbered(_ pattern: String) -> [Entry] {
            let name = pattern.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
            let folder = String(pattern.dropLast(name.count))
            guard
                let parts = name.wholeMatch(of: /((?:[^%]|%%)*)%([0-9]*)d((?:[^%]|%%)*)/),
                let width = parts.2.isEmpty ? 1 : Int(parts.2)
            else { return [] }
            let prefix = parts.1.replacing("%%", with: "%")
            let suffix = parts.3.replacing("%%", with: "%")
            var found: [(number: Int, path: String)] = []
            for name in names(in: folder.isEmpty ? "." : folder) {
                guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { continue }
                let digits = name.dropFirst(prefix.count).dropLast(suffix.count)
                guard digits.allSatisfy(isDigit), let number = Int32(digits),
                    digits.count == max(width, "\(number)".count), !isFolder(folder + name)
                else { continue }
                found.append((Int(number), folder + name))
            }
            let first = found.map(\.number).min() ?? 0
            return found.sorted { $0.number < $1.number }
                .map { Entry(path: $0.path, number: $0.number - first) }
        }

        private static func isDigit(_ character: Character) -> Bool {
            character.isASCII && character.isNumber
        }

        private static func names(in folder: String) -> [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        }

        private static func isFolder(_ path: String) -> Bool {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
                && isFolder.boolValue
        }
    }
#endif
