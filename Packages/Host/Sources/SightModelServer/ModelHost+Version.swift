import SightModels

extension ModelHost {
    /// The version of the host for `--version`.
    package static let version = SightVersion.current
}
