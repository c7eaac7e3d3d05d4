/// How the frames of a source arrive.
package enum FrameArrival: Sendable {
    /// They are stored, and can be read at any time.
    case stored
    /// They come from a program, which may have stored them or make them at this moment.
    case piped
    /// They are made at this moment.
    case live

    /// How the frames of an input arrive.
    init(_ input: VideoInput) {
        switch input {
        case .file, .folder, .pattern: self = .stored
        case .standardInput: self = .piped
        case .camera, .address: self = .live
        }
    }
}
