#if !canImport(Darwin)
    /// Locks the memory before it is read or written; does nothing here.
    @discardableResult
    public func CVPixelBufferLockBaseAddress(
        _ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags
    ) -> CVReturn { kCVReturnSuccess }

    /// Unlocks the memory; does nothing here.
    @discardableResult
    public func CVPixelBufferUnlockBaseAddress(
        _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
    ) -> CVReturn { kCVReturnSuccess }

    /// The width in pixels.
    public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.width }

    /// The height in pixels.
    public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.height }

    /// The pixel format.
    public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType {
        pixelBuffer.format
    }

    /// Whether the image has several planes.
    public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool {
        pixelBuffer.planes.count > 1
    }

    /// The number of planes; 0 for an image that is not planar.
    public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
        CVPixelBufferIsPlanar(pixelBuffer) ? pixelBuffer.planes.count : 0
    }

    /// The first byte of the first plane.
    public func CVPixelBufferGetBaseAddress(
        _ pixelBuffer: CVPixelBuffer
    ) -> UnsafeMutableRawPointer? { pixelBuffer.plane(0)?.base }

    /// The number of bytes from one row of the first plane to the next.
    public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int {
        pixelBuffer.plane(0)?.rowBytes ?? 0
    }

    /// The first byte of a plane; `nil` for an index out of range.
    public func CVPixelBufferGetBaseAddressOfPlane(
        _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
    ) -> UnsafeMutableRawPointer? { pixelBuffer.plane(planeIndex)?.base }

    /// The number of bytes from one row of a plane to the next; 0 for an index out of range.
    public func CVPixelBufferGetBytesPerRowOfPlane(
        _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
    ) -> Int { pixelBuffer.plane(planeIndex)?.rowBytes ?? 0 }

    /// The width of a plane in samples; 0 for an index out of range.
    public func CVPixelBufferGetWidthOfPlane(
        _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
    ) -> Int { pixelBuffer.plane(planeIndex)?.width ?? 0 }

    /// The height of a plane in samples; 0 for an index out of range.
    public func CVPixelBufferGetHeightOfPlane(
        _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
    ) -> Int { pixelBuffer.plane(planeIndex)?.height ?? 0 }
#endif
