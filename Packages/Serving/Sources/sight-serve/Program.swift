import Foundation
import SightInferenceServer

/// The program: the service, or one of its children.
@main
enum Program {
    static func main() async {
        if let status = ChildWork.run(Array(CommandLine.arguments.dropFirst())) { exit(status) }
        await ServeCommand.main()
    }
}
