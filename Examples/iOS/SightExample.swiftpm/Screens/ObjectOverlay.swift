import SwiftUI

/// Boxes and captions over an image that fills the view, drawn in one pass.
struct ObjectOverlay: View {
    let objects: [MarkedObject]
    let image: CGSize

    var body: some View {
        Canvas { context, size in
            let geometry = OverlayGeometry(image: image, view: size)
            for object in objects {
                let rect = geometry.rect(object.box)
                context.stroke(Path(rect), with: .color(.yellow), lineWidth: 3)
                context.draw(
                    Text(object.caption).foregroundColor(.yellow),
                    at: CGPoint(x: rect.minX + 4, y: rect.minY + 4), anchor: .topLeading)
            }
        }
    }
}
