import SwiftUI

@main struct SightExampleApp: App {
    var body: some Scene {
        WindowGroup {
            TabView {
                CameraScreen().tabItem { SwiftUI.Label("Camera", systemImage: "camera") }
                PhotoScreen().tabItem { SwiftUI.Label("Photo", systemImage: "photo") }
                ModelScreen().tabItem { SwiftUI.Label("Own model", systemImage: "tag") }
            }
        }
    }
}
