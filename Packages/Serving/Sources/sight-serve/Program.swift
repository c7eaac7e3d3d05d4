import Foundation
import SightInferenceServer
import SightServerSupport

/// The entry point of the service and of its child processes.
@main
enum Program {
    static func main() async {
        if let status = ChildWork.run(Array(CommandLine.arguments.dropFirst())) { exit(status) }
        // The service runs also if nobody reads its log.
        signal(SIGPIPE, SIG_IGN)
        EarlySignal.note()
        OpenFiles.raiseLimit()
        await ServeCommand.main()
    }
}
