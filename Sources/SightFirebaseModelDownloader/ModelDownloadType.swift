/// The version of a model that a call requests.
public enum ModelDownloadType: Sendable {
    /// The model on the device; without one, the newest model of the server.
    case localModel
    /// The model on the device, while a newer one is downloaded for later calls; without a model on
    /// the device, the newest model of the server.
    case localModelUpdateInBackground
    /// The newest model of the server, which is not downloaded again if it is on the device.
    case latestModel
}
