/// The motion of the camera, estimated from the boxes alone.
extension SightTracker {
    /// Moves all objects by the motion that most of them share, if there is one.
    mutating func followCamera() {
        guard tracklets.count >= options.cameraPairs else { return }
        let boxes = tracklets.filter { $0.misses == 1 && $0.hits > 1 }.map(\.predicted)
        let found = observations.filter { $0.score >= options.highScore }.map(\.box)
        guard
            let motion = boxCamera.motion(
                of: boxes, to: found, minimumSupport: options.cameraPairs)
        else { return }
        for index in tracklets.indices { tracklets[index].move(by: motion) }
    }
}
