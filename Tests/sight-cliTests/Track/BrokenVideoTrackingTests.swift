import Foundation
import ModelFixtures
import SightImage
import SightVideoIO
import Testing

#if Video && !canImport(Darwin)  // AVFoundation reads movie files only
    /// For damaged videos, the outputs are valid and complete up to the last good frame.
    @Suite struct BrokenVideoTrackingTests {
        private let scratch: ScratchFolder
        private let model: String

        init() throws {
            scratch = try ScratchFolder()
            model = try scratch.write(
                StubModels.detector(boxes: [[0, 0, 0.4, 0.4]], classes: [0], scores: [0.9]),
                to: "model.tflite")
        }

        /// Writes a video whose frames differ everywhere, so that damage is visible.
        private func writeVideo(
            _ name: String, count: Int, width: Int = 64, height: Int = 48
        ) throws -> [UInt8] {
            let writer = try VideoWriter(path: scratch.path(name), width: width, height: height)
            for index in 0..<count {
                let bytes = (0..<width * height).map {
                    UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761 >> 9) &* (index + 3) >> 3)
                }
                try writer.append(
                    ImageBuffer(width: width, height: height, format: .gray8, bytes: bytes),
                    at: .milliseconds(40 * index))
            }
            try writer.finish()
            return try scratch.bytes(name)
        }

        private func track(
            _ input: String, options: [String] = []
        ) throws -> SightExecutable.Outcome {
            try SightExecutable.run(
                arguments: [
                    "track", "--model", model, "--jsonl", scratch.path("out.jsonl"), "--mot",
                    scratch.path("out.txt"), "--out", scratch.path("out.mp4"), input,
                ] + options)
        }

        /// The numbers of written video frames and of JSON lines, all of which must be valid.
        private func writtenFrames() throws -> (video: Int, lines: Int) {
            let reader = try VideoReader(.file(scratch.path("out.mp4")))
            while try reader.next() != nil {}
            #expect(reader.statistics.damagedFrames == 0 && reader.statistics.lostFrames == 0)
            let lines = try scratch.text("out.jsonl").split(separator: "\n")
            for line in lines {
                #expect(
                    try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
            }
            return (reader.statistics.frames, lines.count)
        }

        @Test func aCutVideoIsTrackedToItsEnd() throws {
            let bytes = try writeVideo("video.mkv", count: 40)
            let half = try scratch.write(Array(bytes.prefix(bytes.count / 2)), to: "half.mkv")
            let outcome = try track(half)
            #expect(outcome.status == 0, "\(outcome.complaints)")
            let (frames, lines) = try writtenFrames()
            #expect(frames == lines && (5...38).contains(frames))
        }

        @Test func damageIsCounted() throws {
            var bytes = try writeVideo("video.ts", count: 40)
            // Every fifth packet of 188 bytes in the middle is blanked.
            let packets = bytes.count / 188
            for packet in stride(from: packets / 3, to: packets * 2 / 3, by: 5) {
                for byte in packet * 188..<(packet + 1) * 188 { bytes[byte] = 0 }
            }
            let outcome = try track(scratch.write(bytes, to: "bad.ts"))
            #expect(outcome.status == 0, "\(outcome.complaints)")
            // The container finds the damage; what the decoder notices differs from run to run.
            let damaged = try #require(
                outcome.complaints.firstMatch(of: /(\d+) damaged/), "\(outcome.complaints)")
            #expect(Int(damaged.1).map { $0 > 2 } == true, "\(outcome.complaints)")
            let (frames, lines) = try writtenFrames()
            #expect(frames == lines && (5...40).contains(frames))
        }

        /// If the size changes, tracking starts again, and the written video keeps its first size.
        @Test func theSizeMayChange() throws {
            let (small, large) = (
                try writeVideo("a.ts", count: 10),
                try writeVideo("b.ts", count: 10, width: 128, height: 96)
            )
            let outcome = try track(scratch.write(small + large, to: "joined.ts"))
            #expect(outcome.status == 0, "\(outcome.complaints)")
            let (frames, lines) = try writtenFrames()
            #expect(frames == 20 && lines == 20)
            let reports = try scratch.text("out.jsonl").split(separator: "\n").compactMap {
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
            #expect(Set(reports.compactMap { $0["width"] as? Int }) == [64, 128])
            func identities(_ reports: some Sequence<[String: Any]>) -> Set<Int> {
                Set(
                    reports.flatMap { $0["objects"] as? [[String: Any]] ?? [] }
                        .compactMap { $0["trackingID"] as? Int })
            }
            let (before, after) = (identities(reports.prefix(10)), identities(reports.suffix(10)))
            #expect(!before.isEmpty && !after.isEmpty && before.isDisjoint(with: after))
        }

        /// If a sender never returns, like an unplugged camera, the command writes all received
        /// frames and then fails.
        @Test func aLostSourceIsAnErrorWithItsFramesWritten() throws {
            let server = try OneWayServer(sending: writeVideo("video.ts", count: 20))
            let outcome = try track(
                "tcp://127.0.0.1:\(server.port)", options: ["--all-frames", "--reconnect", "1"])
            #expect(outcome.status == 1)
            #expect(outcome.complaints.contains("is gone"), "\(outcome.complaints)")
            let (frames, lines) = try writtenFrames()
            #expect(frames == lines && frames >= 15)
        }

        @Test func videosWithoutFramesLeaveNoVideo() throws {
            let frameless = try scratch.write(
                Array("YUV4MPEG2 W16 H16 F25:1 Ip A1:1 C420\n".utf8), to: "none.y4m")
            let outcome = try track(frameless)
            #expect(outcome.status == 1)
            #expect(outcome.complaints.contains("no frames"), "\(outcome.complaints)")
            #expect(try !scratch.names.contains("out.mp4"))
        }
    }
#endif
