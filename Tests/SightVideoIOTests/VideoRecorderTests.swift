import Foundation
import SightImage
import SightVideoIO
import Testing

@Suite(.enabled(if: SyntheticVideo.isAvailable)) struct VideoRecorderTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test func aRecorderWritesBesideItsTask() async throws {
        let path = folder.file("recorded.mp4")
        let recorder = try VideoRecorder(path: path, width: 96, height: 64)
        for index in 0..<12 {
            try await recorder.append(at: .milliseconds(40 * index)) { () throws(ImageError) in
                try Canvas(frame: try Self.image(index)).image
            }
        }
        try await recorder.finish()
        #expect(try SyntheticVideo.read(path).frames.count == 12)
        let failing = try VideoRecorder(path: path, width: 96, height: 64)
        await #expect(throws: VideoError.self) {
            for _ in 0..<10 {
                try await failing.append(at: .zero) { () throws(ImageError) in
                    throw ImageError(.tooLarge, "no")
                }
            }
            try await failing.finish()
        }
        // Every later call reports the failure, too.
        await #expect(throws: VideoError.self) { try await failing.finish() }
        #expect(throws: VideoError.self) {
            _ = try VideoRecorder(path: folder.file("x.avi"), width: 96, height: 64)
        }
        #expect(folder.names == ["recorded.mp4"])
    }

    @Test(.timeLimit(.minutes(5))) func severalTasksShareARecorder() async throws {
        let path = folder.file("shared.mp4")
        let recorder = try VideoRecorder(path: path, width: 96, height: 64)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<8 {
                group.addTask {
                    try await recorder.append(at: .milliseconds(40 * index)) {
                        () throws(ImageError) in try Self.image(index)
                    }
                }
            }
            try await group.waitForAll()
        }
        try await recorder.finish()
        #expect(try SyntheticVideo.read(path).frames.count == 8)
    }

    /// A frame after the end of the video is an error.
    @Test(.timeLimit(.minutes(5))) func aFinishedRecorderTakesNoFrame() async throws {
        let path = folder.file("finished.mp4")
        let recorder = try VideoRecorder(path: path, width: 96, height: 64)
        try await recorder.append(at: .zero) { () throws(ImageError) in try Self.image(0) }
        try await recorder.finish()
        let error = await #expect(throws: VideoError.self) {
            try await recorder.append(at: .milliseconds(40)) { () throws(ImageError) in
                try Self.image(1)
            }
        }
        #expect(error?.code == .unwritable)
        #expect(error?.message == "\(path) is already finished")
        #expect(try SyntheticVideo.read(path).frames.count == 1)
    }

    /// Each frame that is added while another task finishes the video is written or an error.
    @Test(.timeLimit(.minutes(5))) func noFrameIsLostAtTheEnd() async throws {
        for round in 0..<5 {
            let path = folder.file("ending\(round).mp4")
            let recorder = try VideoRecorder(path: path, width: 96, height: 64)
            try await recorder.append(at: .zero) { () throws(ImageError) in try Self.image(0) }
            let accepted = await withTaskGroup(of: Bool.self) { group in
                for index in 1..<20 {
                    group.addTask {
                        let added: Void? = try? await recorder.append(
                            at: .milliseconds(40 * index)
                        ) { () throws(ImageError) in try Self.image(index) }
                        return added != nil
                    }
                    if index == 8 {
                        group.addTask {
                            try? await recorder.finish()
                            return false
                        }
                    }
                }
                return await group.reduce(1) { $0 + ($1 ? 1 : 0) }
            }
            try await recorder.finish()
            #expect(try SyntheticVideo.read(path).frames.count == accepted)
        }
    }

    /// The file is complete when `finish` returns, also in a task that is cancelled.
    @Test func aCancelledTaskWaitsForTheFile() async throws {
        let recorder = try VideoRecorder(
            path: folder.file("cancelled.mp4"), width: 96, height: 64)
        try await recorder.append(at: .zero) { () throws(ImageError) in
            Thread.sleep(forTimeInterval: 0.3)
            return try Self.image(0)
        }
        let finishing = Task {
            while !Task.isCancelled { await Task.yield() }
            try await recorder.finish()
        }
        finishing.cancel()
        try await finishing.value
        #expect(folder.names == ["cancelled.mp4"])
    }

    /// A thread that the system does not make is an error; no system has the memory for this stack.
    @Test(.timeLimit(.minutes(5))) func aMissingThreadIsAnError() {
        let error = #expect(throws: VideoError.self) {
            try VideoThread.$stackSize.withValue(1 << 50) {
                _ = try VideoRecorder(path: folder.file("none.mp4"), width: 96, height: 64)
            }
        }
        #expect(error?.code == .unwritable)
        #expect(folder.names.isEmpty)
    }

    private static func image(_ index: Int) throws(ImageError) -> ImageBuffer {
        do {
            return try SyntheticVideo.frame(index)
        } catch {
            throw ImageError(.damaged, "\(error)")
        }
    }
}
