import Sight
import Testing

@Suite struct HeadRecognitionTests {
    /// The outputs of published files, with the size of their input.
    @Test(arguments: [
        ([[1, 3549, 85]], 416, DetectionHead.yolox), ([[1, 8400, 85]], 640, .yolox),
        ([[1, 84, 8400]], 640, .yolov8), ([[1, 2100, 84]], 320, .yolov8),
        ([[1, 25200, 85]], 640, .yolov5), ([[1, 6300, 7]], 320, .yolov5),
        ([[1, 300, 6]], 640, .yoloEndToEnd), ([[1, 3598, 112]], 416, .nanoDetPlus),
        ([[1, 896, 16], [1, 896, 1]], 128, .mediaPipe),
        ([[1, 2016, 18], [1, 2016, 1]], 192, .mediaPipe),
        ([[1, 2304, 16], [1, 2304, 1]], 192, .mediaPipe),
        ([[1, 2254, 12], [1, 2254, 1]], 224, .mediaPipe),
        ([[1, 19206, 90], [1, 19206, 4]], 320, .efficientDet),
        ([[1, 1917, 4], [1, 1917, 91]], 300, .ssd), ([[1, 12804, 4], [1, 12804, 91]], 320, .ssd),
        ([[1, 128, 128, 80], [1, 128, 128, 2], [1, 128, 128, 2]], 512, .centerNet),
    ])
    func publishedFilesAreRecognized(
        _ shapes: [[Int]], _ side: Int, _ head: DetectionHead
    ) throws {
        let decoder = try HeadSample(shapes, width: side, height: side).decoder()
        #expect(type(of: decoder).head == head)
        #expect(!decoder.evidence.isEmpty)
    }

    @Test func unknownOutputsAreListedWithWhatHelps() throws {
        let error = #expect(throws: DetectionError.self) {
            try HeadSample([[1, 77, 9], [1, 3]]).decoder()
        }
        #expect(error?.reason == .detectorOutputs(shapes: [[1, 77, 9], [1, 3]]))
        #expect(error?.message.contains("[1, 77, 9], [1, 3]") == true)
        #expect(error?.message.contains("in the option head: ") == true)
        for head in DetectionHead.allCases {
            #expect(error?.message.contains(head.rawValue) == true)
        }
    }

    @Test(arguments: DetectionHead.allCases)
    func aHeadThatDoesNotFitSaysWhatItNeeds(_ head: DetectionHead) throws {
        let error = #expect(throws: DetectionError.self) {
            try HeadSample([[1, 77, 9]], wanted: head).decoder()
        }
        #expect(error?.message.contains("the head \(head.rawValue) has ") == true)
        #expect(error?.message.contains("[1, 77, 9]") == true)
    }

    @Test func everyHeadButThePostProcessedHasOneDecoder() {
        let heads = DetectionHead.decoderHeads
        #expect(Set(heads).count == heads.count)
        #expect(Set(heads).union([.postProcessed]) == Set(DetectionHead.allCases))
    }
}
