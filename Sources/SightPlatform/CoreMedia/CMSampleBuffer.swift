#if !canImport(Darwin)
    /// A picture of a camera or video with its time.
    public final class CMSampleBuffer: Sendable {
        /// The picture; `nil` for samples that hold something else, such as compressed data.
        public let imageBuffer: CVImageBuffer?
        /// What the sample holds.
        public let formatDescription: CMFormatDescription?
        /// When the picture is to be shown.
        public let presentationTimeStamp: CMTime
        /// How long the picture is to be shown.
        public let duration: CMTime

        /// Makes a sample.
        public init(
            imageBuffer: CVImageBuffer, formatDescription: CMFormatDescription,
            sampleTiming: CMSampleTimingInfo
        ) throws {
            self.imageBuffer = imageBuffer
            self.formatDescription = formatDescription
            presentationTimeStamp = sampleTiming.presentationTimeStamp
            duration = sampleTiming.duration
        }

        /// Makes a sample without a picture, as compressed video has.
        package init(withoutPictureAt time: CMTime) {
            imageBuffer = nil
            formatDescription = nil
            presentationTimeStamp = time
            duration = .invalid
        }
    }

    /// The picture of a sample; `nil` for samples that hold something else.
    public func CMSampleBufferGetImageBuffer(_ sampleBuffer: CMSampleBuffer) -> CVImageBuffer? {
        sampleBuffer.imageBuffer
    }

    /// When the picture of a sample is to be shown.
    public func CMSampleBufferGetPresentationTimeStamp(_ sampleBuffer: CMSampleBuffer) -> CMTime {
        sampleBuffer.presentationTimeStamp
    }

    /// What a sample holds.
    public func CMSampleBufferGetFormatDescription(
        _ sampleBuffer: CMSampleBuffer
    ) -> CMFormatDescription? { sampleBuffer.formatDescription }

    /// Makes a sample of a picture.
    ///
    /// - Parameters:
    ///   - allocator: not looked at.
    ///   - imageBuffer: the picture.
    ///   - formatDescription: what it is.
    ///   - sampleTiming: when it is to be shown.
    ///   - sampleBufferOut: set to the sample.
    /// - Returns: success.
    @discardableResult
    public func CMSampleBufferCreateReadyWithImageBuffer(
        allocator: CFAllocator?, imageBuffer: CVImageBuffer,
        formatDescription: CMVideoFormatDescription,
        sampleTiming: UnsafePointer<CMSampleTimingInfo>,
        sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
    ) -> OSStatus {
        sampleBufferOut.pointee = try? CMSampleBuffer(
            imageBuffer: imageBuffer, formatDescription: formatDescription,
            sampleTiming: sampleTiming.pointee)
        return 0
    }
#endif
