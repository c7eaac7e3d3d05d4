#if JPEG && !canImport(Darwin)
    import ModelFixtures
    import SightImage
    import SightImageIO
    import Testing

    /// The thumbnails are those of libjpeg-turbo, bit for bit.
    @Suite struct JPEGThumbnailTests {
        /// Returns the image at ⅛ as libjpeg-turbo decodes it, and as the codec does.
        ///
        /// - Returns: `nil` for a file that libjpeg-turbo has to decode.
        static func twins(_ file: [UInt8]) throws -> (expected: ImageBuffer, found: ImageBuffer)? {
            let slice = file[...]
            let bytes = slice.span.bytes
            guard JPEGThumbnail(bytes) != nil else { return nil }
            let images = try [false, true].map {
                try JPEGCodec(usesThumbnails: $0).decode(
                    bytes, minimumSize: 1, limits: DecodeLimits())
            }
            return (images[0].buffer, images[1].buffer)
        }

        /// The sampling factors of the components: 4:4:4, 4:2:2, 4:4:0, 4:2:0, 4:1:1 and gray.
        static let samplings: [[(horizontal: Int, vertical: Int)]] = [
            [(1, 1), (1, 1), (1, 1)], [(2, 1), (1, 1), (1, 1)], [(1, 2), (1, 1), (1, 1)],
            [(2, 2), (1, 1), (1, 1)], [(4, 1), (1, 1), (1, 1)], [(1, 1)], [(2, 2)],
        ]

        /// Returns a file with random coefficients.
        static func randomFile(
            _ random: inout SeededGenerator,
            sampling: [(horizontal: Int, vertical: Int)]? = nil, largest: Int = 60
        ) -> [UInt8] {
            let step = Int.random(in: 1...20, using: &random)
            let file = JPEGFile(
                width: .random(in: 5...90, using: &random),
                height: .random(in: 1...90, using: &random),
                factors: sampling ?? samplings.randomElement(using: &random) ?? [], step: step,
                codes: JPEGFile.Codes.allCases.randomElement(using: &random) ?? .equal,
                restartInterval: max(0, .random(in: -6...6, using: &random)))
            return file.bytes {
                var block = [Int](repeating: 0, count: 64)
                block[0] = .random(in: -1000...1000, using: &random) / step
                let limit = min(largest / step, 1023)
                for _ in 0..<Int.random(in: 0...40, using: &random) {
                    block[.random(in: 1...63, using: &random)] = .random(
                        in: -limit...limit, using: &random)
                }
                return block
            }
        }

        @Test(arguments: samplings.indices)
        func agreesForRandomCoefficients(_ index: Int) throws {
            var random = SeededGenerator(seed: UInt64(index))
            var refused = 0
            for round in 0..<60 {
                let file = Self.randomFile(&random, sampling: Self.samplings[index])
                guard let twins = try Self.twins(file) else {
                    refused += 1
                    continue
                }
                #expect(twins.expected == twins.found, "round \(round)")
            }
            #expect(refused == 0)
        }

        @Test func agreesForLargeCoefficients() throws {
            var random = SeededGenerator(seed: 77)
            for _ in 0..<200 {
                let largest = Int.random(in: 60...2000, using: &random)
                let file = Self.randomFile(&random, largest: largest)
                guard let twins = try Self.twins(file) else { continue }
                #expect(twins.expected == twins.found)
            }
        }

        /// Coefficients and samples with which sums may overflow are left to libjpeg-turbo.
        @Test(arguments: [
            ([10, 20, 20, 0, 20], true), ([250, 500, 500, 0, 500], false), ([0, 512], false),
            ([512], false), ([-511], true), ([0, -511], true),
        ])
        func refusesWhatMayOverflow(_ coefficients: [Int], _ isAccepted: Bool) throws {
            let file = JPEGFile(
                width: 16, height: 16, factors: Self.samplings[3], step: 4, codes: .equal,
                restartInterval: 0)
            let bytes = file.bytes {
                coefficients + Array(repeating: 0, count: 64 - coefficients.count)
            }
            let twins = try Self.twins(bytes)
            #expect((twins != nil) == isAccepted)
            #expect(twins?.expected == twins?.found)
        }

        @Test(arguments: [1, 20, 50, 75, 90, 98, 100])
        func agreesForEncodedImages(_ quality: Int) throws {
            for (width, height) in [(1, 5), (8, 8), (17, 9), (64, 48), (203, 135), (640, 481)] {
                let image = try TestFiles.gradient(width, height)
                let gray = try ImageBuffer(
                    width: width, height: height, format: .gray8,
                    bytes: (0..<width * height).map { UInt8($0 * 7 & 255) })
                for source in [image, gray] {
                    let file = try ImageEncoder.encode(source, as: .jpeg(quality: quality))
                    let (expected, found) = try #require(try Self.twins(file))
                    #expect(expected == found, "\(width)×\(height)")
                }
            }
        }

        @Test(.enabled(if: SharedFixtures.areAvailable)) func agreesForFixtures() throws {
            var (accepted, refused) = (0, 0)
            for file in SharedFixtures.files(under: "images") {
                let bytes = try SharedFixtures.bytes(file)
                guard bytes.starts(with: [0xFF, 0xD8, 0xFF]), let twins = try? Self.twins(bytes)
                else {
                    refused += 1
                    continue
                }
                accepted += 1
                #expect(twins.expected == twins.found, "\(file)")
            }
            print("thumbnails of \(accepted) JPEG files equal libjpeg-turbo's, \(refused) refused")
            #expect(accepted > 50)
        }

        /// Damaged files are left to libjpeg-turbo, or give its samples.
        @Test(arguments: 0..<8)
        func agreesOrRefusesDamagedFiles(_ seed: Int) throws {
            var random = SeededGenerator(seed: UInt64(seed))
            for _ in 0..<150 {
                var file = Self.randomFile(&random)
                for _ in 0...Int.random(in: 0...3, using: &random) {
                    let position = Int.random(in: 2..<file.count, using: &random)
                    file[position] ^= UInt8(1 << Int.random(in: 0...7, using: &random))
                }
                if Bool.random(using: &random) {
                    file.removeLast(.random(in: 0..<file.count / 2, using: &random))
                }
                guard let twins = try? Self.twins(file) else { continue }
                #expect(twins.expected == twins.found)
            }
        }

        /// TurboJPEG decodes an image of up to 4×4 pixels to one pixel at a larger scale than ⅛.
        @Test func refusesTinyImages() throws {
            for side in 1...8 {
                let file = try ImageEncoder.encode(
                    TestFiles.gradient(side, side), as: .jpeg(quality: 90))
                #expect((try Self.twins(file) == nil) == (side <= 4), "\(side) pixels")
            }
        }

        /// A part of a file is never taken for the whole.
        @Test func refusesPartsOfFiles() throws {
            var random = SeededGenerator(seed: 5)
            let file = Self.randomFile(&random, sampling: Self.samplings[3])
            #expect(try Self.twins(file) != nil)
            for length in 0..<file.count {
                let part = file[..<length]
                #expect(JPEGThumbnail(part.span.bytes) == nil, "\(length) bytes")
            }
        }
    }
#endif
