import Foundation
public import SightModels

/// Sources in Firebase's Cloud Storage, which remains when Firebase's model hosting ends.
public enum CloudStorage {
    /// Creates a source for one object that is public, or whose address contains a token.
    ///
    /// - Parameters:
    ///   - bucket: the bucket, such as `my-app.appspot.com`.
    ///   - path: the name of the object, such as `models/bird.tflite`.
    ///   - token: the object's download token, if it needs one.
    ///   - digest: the SHA-256 that the file must have, if known.
    ///   - conditions: the conditions for downloads.
    /// - Returns: a source; each object is one model.
    /// - Throws: `ModelDeliveryError` with the code `invalidArgument` for an empty bucket or path.
    public static func source(
        bucket: String, path: String, token: String? = nil, digest: ModelDigest? = nil,
        conditions: DownloadConditions = DownloadConditions()
    ) throws(ModelDeliveryError) -> HTTPFileSource {
        let url = try address(bucket: bucket, path: path, token: token)
        return HTTPFileSource(url, digest: digest, conditions: conditions)
    }

    /// Returns the address of an object.
    static func address(bucket: String, path: String, token: String?)
        throws(ModelDeliveryError) -> URL
    {
        guard !bucket.isEmpty, !path.isEmpty else {
            throw ModelDeliveryError(.invalidArgument, "the bucket or the object's path is empty")
        }
        let bucket = try WebAddress.segment(bucket)
        let object = try WebAddress.segment(path)
        var text = "https://firebasestorage.googleapis.com/v0/b/\(bucket)/o/\(object)?alt=media"
        if let token { text += "&token=" + WebAddress.escaped(token) }
        guard let url = URL(string: text) else {
            throw ModelDeliveryError(.invalidArgument, "\"\(path)\" cannot be part of an address")
        }
        return url
    }
}
