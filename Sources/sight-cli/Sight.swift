import ArgumentParser

@main
struct SightCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sight", abstract: "Find, name and track objects in pictures and video.")
}
