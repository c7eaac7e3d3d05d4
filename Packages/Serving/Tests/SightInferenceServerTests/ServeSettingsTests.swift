import SightInferenceServer
import Testing

@Suite struct ServeSettingsTests {
    @Test(arguments: [(1, 1, 1), (64, 1, 64), (64, 4, 16), (3, 2, 1), (1, 2, 1), (2, 0, 2)])
    func instancesShareTheProcessors(processors: Int, threads: Int, instances: Int) {
        var settings = ServeSettings()
        settings.threads = threads
        #expect(settings.defaultInstances(processors: processors) == instances)
        settings.instances = 5
        #expect(settings.defaultInstances(processors: processors) == 5)
    }

    /// The connections of both protocols leave files for the service itself.
    @Test(arguments: [(1024, nil), (1024, 8001), (256, 8001), (20, 8001)] as [(Int, Int?)])
    func connectionsFitTheOpenFiles(files: Int, port: Int?) {
        var settings = ServeSettings()
        (settings.instances, settings.grpcPort) = (4, port)
        let (count, protocols) = (settings.connections(fitting: files), port == nil ? 1 : 2)
        #expect(count >= 1 && count < 1024)
        #expect(count * protocols <= max(protocols, files - 64 - 32))
    }

    @Test func enoughFilesChangeNothing() {
        var settings = ServeSettings()
        (settings.instances, settings.grpcPort) = (4, 8001)
        #expect(settings.connections(fitting: 20_000) == 1024)
    }
}
