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
}
