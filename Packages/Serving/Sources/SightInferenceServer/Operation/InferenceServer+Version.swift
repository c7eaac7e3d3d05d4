import SightServing

extension InferenceServer {
    /// The version of the service in its metadata and for `--version`.
    package static let version = SightVersion.current
}
