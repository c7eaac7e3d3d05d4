import Foundation
import SightInferenceServer

/// The entry point of the service and of its child processes.
@main
enum Program {
    static func main() async {
        if let status = ChildWork.run(Array(CommandLine.arguments.dropFirst())) { exit(status) }
        EarlySignal.note()
        await ServeCommand.main()
    }
}
