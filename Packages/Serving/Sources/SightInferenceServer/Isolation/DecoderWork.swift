import Foundation
import SightImageIO
import SightServerSupport

/// The work of a decoding child: it decodes one image after the other, until its input ends.
struct DecoderWork {
    private let limits: DecodeLimits
    private let memory: Int

    init(limits: DecodeLimits, memory: Int) {
        self.limits = limits
        self.memory = memory
    }

    /// The command-line arguments of a child that does the work.
    var arguments: [String] {
        ["work", "decode"]
            + [
                limits.maximumWidth, limits.maximumHeight, limits.maximumPixels,
                limits.maximumFileBytes, memory,
            ].map { String($0) }
    }

    /// Reads the arguments that follow `work decode`.
    ///
    /// - Returns: `nil` unless the arguments are five whole numbers.
    init?(_ arguments: [String]) {
        let numbers = arguments.compactMap(Int.init)
        guard numbers.count == 5, arguments.count == 5 else { return nil }
        self.init(
            limits: DecodeLimits(
                maximumWidth: numbers[0], maximumHeight: numbers[1], maximumPixels: numbers[2],
                maximumFileBytes: numbers[3]), memory: numbers[4])
    }

    /// Sets the limits of this process, then decodes images until the end of the input.
    func run() throws {
        ProcessLimits(seconds: nil, memory: memory).apply()
        var decoder = ImageDecoder.default
        decoder.limits = limits
        let output = FileHandle.standardOutput
        while let head = Self.receive(DecoderRequest.byteCount) {
            let request = DecoderRequest(head)
            guard let file = Self.receive(request.count) else { return }
            let decoded = Result { () throws(ImageError) in
                try decoder.decode(file, minimumSize: request.minimumSize)
            }
            switch decoded {
            case .success(let image):
                let reply = DecoderReply(image)
                try output.write(contentsOf: reply.bytes())
                guard reply.byteCount > 0 else { continue }
                try output.write(contentsOf: image.buffer.planes[0].bytes)
            case .failure(let error):
                try output.write(contentsOf: DecoderReply(error).bytes())
            }
        }
    }

    /// Reads a number of bytes; `nil` at the end of the input.
    private static func receive(_ count: Int) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, received in
            let space = UnsafeMutableRawBufferPointer(buffer)
            while received < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: space[received...])
                let part = read(STDIN_FILENO, rest.baseAddress, rest.count)
                if part == 0 || part < 0 && errno != EINTR { return }
                received += max(0, part)
            }
        }
        return bytes.count == count ? bytes : nil
    }
}
