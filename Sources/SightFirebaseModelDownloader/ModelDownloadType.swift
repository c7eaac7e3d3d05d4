/// Which version of a model a call wants.
public enum ModelDownloadType: Sendable {
    /// The model that is on the device; the newest one of the server when there is none.
    case localModel
    /// The model that is on the device, while a newer one is downloaded for later calls; the newest
    /// one of the server when there is none.
    case localModelUpdateInBackground
    /// The newest model of the server; not downloaded again when it is on the device.
    case latestModel
}
