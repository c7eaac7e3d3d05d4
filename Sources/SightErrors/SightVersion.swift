/// The version of Sight, which all of its programs state.
public enum SightVersion {
    /// The version of this source code, such as `1.2.3`.
    ///
    /// `Scripts/release.sh` refuses a release of another version.
    public static let current = "0.1.0"
}
