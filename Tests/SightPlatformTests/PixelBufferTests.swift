import Foundation
import SightImage
import SightPlatform
import Testing

@Suite struct PixelBufferTests {
    @Test func aBufferHasPaddedRows() throws {
        let buffer = try #require(pixelBuffer(5, 3, kCVPixelFormatType_32BGRA))
        #expect(CVPixelBufferGetWidth(buffer) == 5)
        #expect(CVPixelBufferGetHeight(buffer) == 3)
        #expect(CVPixelBufferGetBytesPerRow(buffer) == 64)
        #expect(CVPixelBufferGetPlaneCount(buffer) == 0)
        #expect(!CVPixelBufferIsPlanar(buffer))
        #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, 7) == nil)
    }

    @Test func aBiplanarBufferHasHalfTheChroma() throws {
        let format = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        let buffer = try #require(pixelBuffer(5, 3, format))
        #expect(CVPixelBufferGetPixelFormatType(buffer) == format)
        #expect(CVPixelBufferGetPlaneCount(buffer) == 2)
        #expect((0..<3).map { CVPixelBufferGetWidthOfPlane(buffer, $0) } == [5, 3, 0])
        #expect((0..<3).map { CVPixelBufferGetHeightOfPlane(buffer, $0) } == [3, 2, 0])
        #expect((0..<3).map { CVPixelBufferGetBytesPerRowOfPlane(buffer, $0) } == [64, 64, 0])
    }

    @Test(arguments: [(0, 3), (3, 0), (-1, 3), (1 << 20, 1 << 20), (.max, 1)])
    func sizesThatNoImageHasAreRefused(width: Int, height: Int) {
        var buffer: CVPixelBuffer?
        #expect(
            CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_32BGRA, nil, &buffer)
                == kCVReturnInvalidSize)
        #expect(buffer == nil)
    }

    @Test func otherFormatsAreRefused() {
        var buffer: CVPixelBuffer?
        #expect(
            CVPixelBufferCreate(nil, 4, 4, 0x3234_7667, nil, &buffer)
                == kCVReturnInvalidPixelFormat)
    }

    /// The names are the values of `kCVImageBufferYCbCrMatrix_ITU_R_709_2` and its neighbors.
    @Test(arguments: [
        ("ITU_R_601_4", YCbCrEncoding.Matrix.bt601), ("ITU_R_709_2", .bt709),
        ("ITU_R_2020", .bt2020), ("SMPTE_240M_1995", .bt601),
    ])
    func theStatedMatrixIsTaken(_ name: String, _ matrix: YCbCrEncoding.Matrix) {
        for height in [480, 1080] {
            let found = YCbCrEncoding.Matrix(coreVideo: name, height: height, range: .video)
            #expect(found == matrix)
        }
    }

    /// A buffer without a stated matrix is read as a video's frame without one.
    @Test(arguments: [
        (480, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, YCbCrEncoding()),
        (720, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, YCbCrEncoding(matrix: .bt709)),
        (720, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, YCbCrEncoding(range: .full)),
    ])
    func theHeightDecidesWithoutAMatrix(
        _ height: Int, _ format: OSType, _ encoding: YCbCrEncoding
    ) throws {
        let buffer = try #require(pixelBuffer(16, height, format))
        #expect(try ImageBuffer(buffer).yCbCr == encoding)
    }

    @Test func foreignMemoryIsReleasedOnce() throws {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 4 * 8, alignment: 8)
        nonisolated(unsafe) var releases = 0
        do {
            var buffer: CVPixelBuffer?
            CVPixelBufferCreateWithBytes(
                nil, 2, 2, kCVPixelFormatType_32BGRA, memory, 16, { _, _ in releases += 1 }, nil,
                nil, &buffer)
            #expect(buffer.map(CVPixelBufferGetBytesPerRow) == 16)
            #expect(
                CVPixelBufferCreateWithBytes(
                    nil, 9, 2, kCVPixelFormatType_32BGRA, memory, 16, nil, nil, nil, &buffer)
                    == kCVReturnInvalidArgument)
        }
        memory.deallocate()
        #expect(releases == 1)
    }
}

#if !canImport(Darwin)
    extension PixelBufferTests {
        /// Rows that are farther apart than any memory is long.
        @Test(arguments: [Int.max, Int.max / 2 + 1]) func rowsTooFarApart(bytesPerRow: Int) {
            let memory = UnsafeMutableRawPointer.allocate(byteCount: 4 * 4, alignment: 8)
            defer { memory.deallocate() }
            var buffer: CVPixelBuffer?
            #expect(
                CVPixelBufferCreateWithBytes(
                    nil, 2, 2, kCVPixelFormatType_32BGRA, memory, bytesPerRow, nil, nil, nil,
                    &buffer) == kCVReturnInvalidArgument)
            #expect(buffer == nil)
        }
    }
#endif

/// Makes a buffer of zeros; `nil` if that fails.
func pixelBuffer(_ width: Int, _ height: Int, _ format: OSType) -> CVPixelBuffer? {
    var buffer: CVPixelBuffer?
    CVPixelBufferCreate(kCFAllocatorDefault, width, height, format, nil, &buffer)
    return buffer
}
