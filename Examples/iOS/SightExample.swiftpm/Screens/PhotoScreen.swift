import PhotosUI
import Sight
import SwiftUI

/// A photo of the library with the boxes of its objects.
struct PhotoScreen: View {
    @State private var selection: PhotosPickerItem?
    @State private var photo: UIImage?
    @State private var objects: [Sight.Object] = []
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
            photo = image
            let detector = try await Task.detached { try PhotoDetector() }.value
            objects = try await detector.objects(in: image)
            failure = nil
        } catch {
            failure = "\(error)"
        }
    }
}
