import PhotosUI
import SwiftUI

/// A photo of the library with the names that a downloaded classifier gives to its objects.
struct ModelScreen: View {
    /// The address from which the app downloads the model; replace it with your classifier's.
    private static let address = "https://example.org/classifier.tflite"

    @State private var detector: CustomModelDetector?
    @State private var progress: Progress?
    @State private var selection: PhotosPickerItem?
    @State private var photo: UIImage?
    @State private var objects: [MarkedObject] = []
    @State private var failure: String?

    var body: some View {
        VStack {
            if let photo {
                Image(uiImage: photo).resizable().scaledToFit()
                    .overlay { ObjectOverlay(objects: objects, image: photo.size) }
            }
            if let failure { Text(failure).padding() }
            if let progress {
                ProgressView(progress).padding()
                Button("Cancel the download") { progress.cancel() }.padding()
            }
            if progress == nil {
                Button("Download the model") { Task { await download() } }.padding()
            }
            if detector != nil {
                PhotosPicker("Choose a photo", selection: $selection, matching: .images).padding()
            }
        }
        .onChange(of: selection) { item in Task { await look(at: item) } }
        .task { useDownloadedModel() }
    }

    private func model() throws -> HostedModel {
        try HostedModel(name: "classifier", address: Self.address)
    }

    /// Uses a model that an earlier run of the app has downloaded.
    private func useDownloadedModel() {
        guard detector == nil, let model = try? model(), model.isDownloaded else { return }
        detector = CustomModelDetector(model.options)
    }

    private func download() async {
        guard progress == nil else { return }
        // The button disappears before the download starts, so nobody can start two.
        (progress, failure) = (Progress(totalUnitCount: 100), nil)
        do {
            let model = try model()
            try await model.download { progress in await show(progress) }
            detector = CustomModelDetector(model.options)
            await look(at: selection)
        } catch {
            failure = ModelAdvice.text(for: error)
        }
        progress = nil
    }

    @MainActor private func show(_ progress: Progress) { self.progress = progress }

    private func look(at item: PhotosPickerItem?) async {
        guard let detector, let item else { return }
        do {
            let data = try await item.loadTransferable(type: Data.self)
            // A photo that was chosen later may already be shown.
            guard item == selection else { return }
            guard let image = data.flatMap({ UIImage(data: $0) }) else {
                failure = "This photo cannot be read. Choose another one."
                return
            }
            (photo, objects, failure) = (image, [], nil)
            let found = try await detector.objects(in: image)
            if item == selection { objects = found.map { MarkedObject($0) } }
        } catch {
            if item == selection { failure = ModelAdvice.text(for: error) }
        }
    }
}
