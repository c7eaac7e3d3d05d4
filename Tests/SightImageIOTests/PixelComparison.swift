import SightGeometry
import SightImage

/// The differences between two images in RGB.
struct PixelComparison {
    /// The largest difference of a byte; 256 for images of different sizes.
    let largest: Int
    /// The share of bytes that differ by more than the allowance.
    let share: Double

    init(_ a: ImageBuffer, _ b: ImageBuffer, allowing allowance: Int = 0) throws {
        let (a, b) = (try a.upright(.up), try b.upright(.up))
        guard a.width == b.width, a.height == b.height else {
            (largest, share) = (256, 1)
            return
        }
        var (largest, count) = (0, 0)
        for (x, y) in zip(a.planes[0].bytes, b.planes[0].bytes) {
            let difference = abs(Int(x) - Int(y))
            largest = max(largest, difference)
            if difference > allowance { count += 1 }
        }
        self.largest = largest
        share = Double(count) / Double(a.planes[0].bytes.count)
    }
}
