import PhotosUI
import SwiftUI

/// A photo of the library with the boxes of its objects.
struct PhotoScreen: View {
    @State private var selection: PhotosPickerItem?
    @State private var photo: UIImage?
    @State private var objects: [MarkedObject] = []
    @State private var detector: PhotoDetector?
    @State private var failure: String?

    var body: some View {
        VStack {
            if let photo {
                Image(uiImage: photo).resizable().scaledToFit()
                    .overlay { ObjectOverlay(objects: objects, image: photo.size) }
            }
            if let failure { Text(failure) }
            PhotosPicker("Choose a photo", selection: $selection, matching: .images).padding()
        }
        .onChange(of: selection) { item in Task { await look(at: item) } }
    }

    private func look(at item: PhotosPickerItem?) async {
        do {
            guard let data = try await item?.loadTransferable(type: Data.self),
                let image = UIImage(data: data)
            else { return }
            // A photo that was chosen later may already be shown.
            guard item == selection else { return }
            (photo, objects, failure) = (image, [], nil)
            let found = try await loaded().objects(in: image)
            if item == selection { objects = found.map { MarkedObject($0) } }
        } catch {
            failure = "\(error)"
        }
    }

    /// The detector, which loads its models once.
    private func loaded() async throws -> PhotoDetector {
        if let detector { return detector }
        let new = try await Task.detached { try PhotoDetector() }.value
        detector = new
        return new
    }
}
