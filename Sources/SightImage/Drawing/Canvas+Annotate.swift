public import SightGeometry

extension Canvas {
    /// Draws boxes with labels and points.
    ///
    /// The widths of lines and the size of the text depend on the size of the image. Labels stay
    /// inside the image and do not cover each other if there is room; the first annotations get the
    /// best places.
    ///
    /// - Parameter annotations: boxes in upright pixels, the most important first.
    public mutating func annotate(_ annotations: [Annotation]) {
        let side = Float(min(width, height))
        let line = max(1.5, (side / 220).rounded())
        let capHeight = min(max(7, side / 38), 72)
        let shown = annotations.filter { $0.rect.isFinite && !$0.rect.isEmpty }
        for annotation in shown.reversed() where !annotation.trail.isEmpty {
            trail(annotation.trail, .ofClass(annotation.colorIndex), thickness: line)
        }
        for annotation in shown.reversed() {
            let color = PixelColor.ofClass(annotation.colorIndex)
            let edge = annotation.rect
            // A thin contrasting line on both sides keeps the box visible on its own color.
            let halo = max(1, line / 3)
            let around = Rect<Upright>(
                x: edge.x - halo, y: edge.y - halo, width: edge.width + 2 * halo,
                height: edge.height + 2 * halo)
            outline(around, color.legibleText, thickness: line + 2 * halo, alpha: 0.55)
            outline(edge, color, thickness: line)
            for point in annotation.points {
                dot(point, color.legibleText, diameter: 3 * line + 2 * halo)
                dot(point, color, diameter: 3 * line)
            }
        }
        var layout = LabelLayout(bounds: bounds)
        for annotation in shown where !annotation.text.isEmpty {
            label(annotation, capHeight: capHeight, &layout)
        }
    }

    private mutating func dot(_ point: Point<Upright>, _ color: PixelColor, diameter: Float) {
        fill(
            Rect(
                x: point.x - diameter / 2, y: point.y - diameter / 2, width: diameter,
                height: diameter), color, radius: diameter / 2)
    }

    private mutating func label(
        _ annotation: Annotation, capHeight: Float, _ layout: inout LabelLayout
    ) {
        let padding = capHeight * 0.45
        let unit = capHeight / StrokeFont.capHeight
        let text = Self.fitted(
            annotation.text, capHeight: capHeight, width: bounds.width - 3 * padding)
        let ink = Self.measure(text, capHeight: capHeight)
        let size = Size<Upright>(
            width: ink.width + 2 * padding + 2,
            height: capHeight + StrokeFont.descent * unit + padding + 2)
        let place = layout.place(size, for: annotation.rect.clamped(to: bounds.size))
        let color = PixelColor.ofClass(annotation.colorIndex)
        let radius = capHeight * 0.4
        fill(place, color.legibleText, alpha: 0.7, radius: radius)
        let pill = Rect<Upright>(
            x: place.x + 1, y: place.y + 1, width: place.width - 2, height: place.height - 2)
        fill(pill, color, radius: radius - 1)
        draw(
            text,
            at: Point(x: place.x + 1 + padding, y: place.y + 1 + padding * 0.8 + unit),
            capHeight: capHeight, color: color.legibleText)
    }

    /// Returns the text, or the part of it that fits, followed by two dots.
    private static func fitted(_ text: String, capHeight: Float, width: Float) -> String {
        // A longer text does not fit, and measuring it would take time.
        var shown = String(text.prefix(200))
        guard measure(shown, capHeight: capHeight).width > width || shown != text else {
            return shown
        }
        while !shown.isEmpty, measure(shown + "..", capHeight: capHeight).width > width {
            shown.removeLast()
        }
        return shown + ".."
    }
}

extension ImageBuffer {
    /// Copies the image, turns the copy upright and draws boxes with labels on it.
    ///
    /// - Parameters:
    ///   - annotations: boxes in upright pixels, the most important first.
    ///   - orientation: the turn that makes the stored image upright.
    /// - Returns: an image in `rgb8`.
    /// - Throws: `tooLarge`.
    public func annotated(
        _ annotations: [Annotation], orientation: Orientation = .up
    ) throws(ImageError) -> ImageBuffer {
        var canvas = try Canvas(self, orientation: orientation)
        canvas.annotate(annotations)
        return canvas.image
    }

    /// Copies a video frame, turns the copy upright and draws boxes with labels on it.
    ///
    /// - Parameters:
    ///   - annotations: boxes in upright pixels, the most important first.
    ///   - orientation: the turn that makes the stored frame upright.
    /// - Returns: an image in I420 if this one is in I420, otherwise in `rgb8`.
    /// - Throws: `tooLarge`.
    public func annotatedFrame(
        _ annotations: [Annotation], orientation: Orientation = .up
    ) throws(ImageError) -> ImageBuffer {
        var canvas = try Canvas(frame: self, orientation: orientation)
        canvas.annotate(annotations)
        return canvas.image
    }
}
