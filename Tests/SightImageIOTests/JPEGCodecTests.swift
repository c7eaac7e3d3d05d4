import SightGeometry
import SightImage
import SightImageIO
import Testing

@Suite(.enabled(if: BuildTraits.jpeg)) struct JPEGCodecTests {
    @Test func roundTripsWithinItsLoss() throws {
        let gradient = try TestFiles.gradient(64, 48)
        let file = try ImageEncoder.encode(gradient, as: .jpeg(quality: 95))
        let image = try ImageDecoder.default.decode(file)
        #expect(image.formatName == "JPEG")
        #expect(image.orientation == .up)
        #expect(image.sourceSize == Size(width: 64, height: 48))
        let limit = BuildTraits.usesLibraries ? 8 : 16
        #expect(try PixelComparison(image.buffer, gradient).largest <= limit)
    }

    @Test(arguments: 1...8, [true, false])
    func readsOrientationInBothByteOrders(_ orientation: Int, _ isLittle: Bool) throws {
        let plain = try ImageEncoder.encode(TestFiles.gradient(8, 8), as: .jpeg(quality: 90))
        let tiff = TestFiles.tiff(orientation: orientation, isLittle: isLittle)
        let image = try ImageDecoder.default.decode(TestFiles.jpeg(plain, exif: tiff))
        #expect(image.orientation.rawValue == orientation)
        #expect(image.buffer.width == 8)
    }

    @Test(.enabled(if: BuildTraits.usesLibraries)) func damagedExifMeansUpright() throws {
        let plain = try ImageEncoder.encode(TestFiles.gradient(8, 8), as: .jpeg(quality: 90))
        let tiff = TestFiles.tiff(orientation: 6, isLittle: true)
        for length in 0..<tiff.count - 6 {
            let file = TestFiles.jpeg(plain, exif: Array(tiff.prefix(length)))
            #expect(
                try ImageDecoder.default.decode(file).orientation.rawValue == (length < 32 ? 1 : 6))
        }
        for offset in [0xFFFF_FFFF, 0x7FFF_FFFF, 4096] {
            var bad = tiff
            bad.replaceSubrange(4..<8, with: TestFiles.little32(offset))
            let file = TestFiles.jpeg(plain, exif: bad)
            #expect(try ImageDecoder.default.decode(file).orientation == .up)
        }
    }

    @Test(
        .enabled(if: BuildTraits.usesLibraries),
        arguments: [
            (nil, 640, 480), (1000, 640, 480), (480, 640, 480), (300, 640, 480), (240, 320, 240),
            (60, 80, 60), (1, 80, 60), (-5, 80, 60), (61, 160, 120),
        ] as [(Int?, Int, Int)])
    func reducesToTheSmallestScaleThatCovers(_ wanted: Int?, _ width: Int, _ height: Int) throws {
        let gradient = try TestFiles.gradient(640, 480)
        let file = try ImageEncoder.encode(gradient, as: .jpeg(quality: 90))
        let image = try ImageDecoder.default.decode(file, minimumSize: wanted)
        #expect(image.buffer.width == width)
        #expect(image.buffer.height == height)
        #expect(image.sourceSize == Size(width: 640, height: 480))
        let scaled = try gradient.upright(.up, size: (width, height))
        #expect(try PixelComparison(image.buffer, scaled).largest <= 12)
    }

    @Test(.enabled(if: BuildTraits.usesLibraries)) func keepsGray() throws {
        let gray = try ImageBuffer(
            width: 16, height: 8, format: .gray8, bytes: (0..<128).map { UInt8($0) })
        let image = try ImageDecoder.default.decode(
            ImageEncoder.encode(gray, as: .jpeg(quality: 95)))
        #expect(image.buffer.format == .gray8)
        #expect(try PixelComparison(image.buffer, gray).largest <= 12)
    }

    /// libjpeg-turbo has no name for these samplings, and reports an error when it reads the header.
    ///
    /// Like libjpeg, Sight skips bytes between segments.
    @Test(
        .enabled(if: BuildTraits.usesLibraries),
        arguments: [
            [(3, 1), (1, 1), (1, 1)], [(1, 1), (2, 1), (1, 2)], [(1, 3), (1, 1), (1, 1)],
        ],
        [[], [0, 0xFF, 0, 7]] as [[UInt8]])
    func decodesUnusualSamplings(_ factors: [(Int, Int)], between: [UInt8]) throws {
        let file = JPEGFile(
            width: 20, height: 11, factors: factors.map { (horizontal: $0.0, vertical: $0.1) },
            step: 8, codes: .equal, restartInterval: 0)
        var bytes = file.bytes { [40] + [Int](repeating: 0, count: 63) }
        bytes.insert(contentsOf: [0xFF, 0xFE, 0, 2] + between, at: 2)
        let image = try ImageDecoder.default.decode(bytes)
        // The step, over 8 for the first coefficient of a block, lifts all samples from 128 to 168.
        let expected = try ImageBuffer(
            width: 20, height: 11, format: .rgb8,
            bytes: (0..<220).flatMap { _ in [224, 126, 239] as [UInt8] })
        #expect(try PixelComparison(image.buffer, expected).largest <= 1)
    }

    @Test(.enabled(if: BuildTraits.usesLibraries)) func acceptsAFileThatBreaksOff() throws {
        let gradient = try TestFiles.gradient(128, 128)
        let file = try ImageEncoder.encode(gradient, as: .jpeg(quality: 90))
        let image = try ImageDecoder.default.decode(Array(file.prefix(file.count * 3 / 4)))
        #expect(image.buffer.height == 128)
        #expect(image.isDamaged)
        #expect(try !ImageDecoder.default.decode(file).isDamaged)
        let top = Rect<Source>(x: 0, y: 0, width: 128, height: 48)
        #expect(try PixelComparison(image.buffer.crop(top), gradient.crop(top)).largest <= 12)
    }

    /// At ⅛, a whole file is decoded in Swift, and a part of it by libjpeg-turbo.
    @Test(.enabled(if: BuildTraits.usesLibraries)) func reportsDamageAtEachScale() throws {
        let file = try ImageEncoder.encode(TestFiles.gradient(640, 480), as: .jpeg(quality: 90))
        for size in [nil, 300, 60] {
            let whole = try ImageDecoder.default.decode(file, minimumSize: size)
            #expect(!whole.isDamaged)
            let part = try ImageDecoder.default.decode(
                Array(file.prefix(file.count / 2)), minimumSize: size)
            #expect(part.isDamaged)
        }
    }

    /// Some cameras write bytes that belong to no segment; libjpeg-turbo warns of them.
    @Test(.enabled(if: BuildTraits.usesLibraries)) func bytesBetweenSegmentsAreNoDamage() throws {
        let file = try ImageEncoder.encode(TestFiles.gradient(64, 48), as: .jpeg(quality: 90))
        let padded = Array(file[..<2]) + [0xFF, 0xFE, 0, 2, 7, 7] + Array(file[2...])
        #expect(try !ImageDecoder.default.decode(padded).isDamaged)
    }

    @Test(
        .enabled(if: BuildTraits.usesLibraries),
        arguments: [[0xFF, 0xD8, 0xFF, 0xD9], [0xFF, 0xD8, 0xFF, 0xEE, 0, 2, 0xFF, 0xD9]]
            as [[UInt8]])
    func aFileWithoutAnImageIsNamed(_ file: [UInt8]) throws {
        let error = #expect(throws: ImageError.self) { try ImageDecoder.default.decode(file) }
        #expect(error?.code == .damaged)
        #expect(error?.message == "damaged JPEG: it ends before its image begins")
    }

    @Test func refusesSizesAboveTheLimits() throws {
        let file = try ImageEncoder.encode(TestFiles.gradient(64, 48), as: .jpeg(quality: 90))
        var decoder = ImageDecoder.default
        decoder.limits.maximumPixels = 64 * 48 - 1
        let error = #expect(throws: ImageError.self) { try decoder.decode(file, minimumSize: 8) }
        #expect(error?.code == .tooLarge)
        #expect(error?.message.contains("64×48") == true)
    }
}
