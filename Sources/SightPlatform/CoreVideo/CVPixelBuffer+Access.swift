#if !canImport(Darwin)
    /// Keeps the memory in place while it is read or written; nothing to do here.
    @discardableResult
    public func CVPixelBufferLockBaseAddress(
        _ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags
    ) -> CVReturn { kCVReturnSuccess }

    /// Ends what `CVPixelBufferLockBaseAddress` began.
    @discardableResult
    public func CVPixelBufferUnlockBaseAddress(
        _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
    ) -> CVReturn { kCVReturnSuccess }

    /// Pixels in a row.
    public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.width }

    /// Rows.
    public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.height }

    /// How bytes stand for colours.
    public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType {
        pixelBuffer.format
    }

    /// Whether there are several planes.
    public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool {
        pixelBuffer.planes.count > 1
    }

    /// Number of planes; 0 for a picture that is not planar.
    public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
        CVPixelBufferIsPlanar(pixelBuffer) ? pixelBuffer.planes.count : 0
    }

    /// The first byte of the first plane.
    public func CVPixelBufferGetBaseAddress(
        _ pixelBuffer: CVPixelBuffer
    ) -> UnsafeMutableRawPointer? { pixelBuffer.plane(0)?.base }

    /// Bytes from one row of the first plane to the next.
    public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int {
        pixelBuffer.plane(0)?.rowBytes ?? 0
    }

    /// The first byte of a plane; `nil` for numbers out of range.
    public func CVPixelBufferGetBaseAddressOfPlane(
        _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
    ) -> UnsafeMutableRawPointer? { pixelBuffer.plane(planeIndex)?.base }

    /// Bytes from one row of a plane to the next; 0 for numbers out of range.
    public func CVPixelBufferGetBytesPerRowOfPlane(
        _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
    ) -> Int { pixelBuffer.plane(planeIndex)?.rowBytes ?? 0 }

    /// Samples in a row of a plane; 0 for numbers out of range.
    public func CVPixelBufferGetWidthOfPlane(
        _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
    ) -> Int { pixelBuffer.plane(planeIndex)?.width ?? 0 }

    /// Rows of a plane; 0 for numbers out of range.
    public func CVPixelBufferGetHeightOfPlane(
        _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
    ) -> Int { pixelBuffer.plane(planeIndex)?.height ?? 0 }
#endif
