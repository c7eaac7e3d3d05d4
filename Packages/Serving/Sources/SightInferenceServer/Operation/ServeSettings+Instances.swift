import NIOCore

extension ServeSettings {
    /// The number of instances of a model whose settings name none, on this machine.
    ///
    /// NIO counts the processors that the limits of control groups of both versions allow, such as
    /// the CPU limit of a container. Foundation disregards the limits of version 2.
    package var defaultInstances: Int { defaultInstances(processors: System.coreCount) }

    /// The number of instances of a model whose settings name none, on a number of processors.
    package func defaultInstances(processors: Int) -> Int {
        instances ?? max(1, processors / max(1, threads))
    }
}
