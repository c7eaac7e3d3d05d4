import HTTPTypes
import Hummingbird
import NIOCore

/// The routes of `/v1`, which find and name the objects in images.
struct ImageRoutes: Sendable {
    let core: ServiceCore

    func add(to router: Router<ServiceContext>) {
        router.post("v1/detect", use: detect)
        router.post("v1/classify", use: classify)
        router.post("v1/track", use: track)
        router.delete("v1/track", use: endTracking)
        let others = OtherMethods(router: router)
        others.refuse("v1/detect", except: [.post])
        others.refuse("v1/classify", except: [.post])
        others.refuse("v1/track", except: [.post, .delete])
    }

    private func detect(_ request: Request, _ context: ServiceContext) async throws -> Response {
        var wish = ImageService.Wish()
        wish.isClassifying = try flag("classify", request)
        wish.maximumCount = try number("max", request, in: 1...1000) ?? 5
        let wantsImage = AcceptedValues.list(request.headers[.accept]).contains("image/png")
        return try await core.answering(request, context) { [core, wish] body in
            let file = try imageBytes(body, request)
            guard wantsImage else {
                return JSONReply.make(
                    try await core.images.detect(file, wish, holding: body.held))
            }
            let drawn = try await core.images.annotate(file, wish, holding: body.held)
            return Response(
                status: .ok, headers: [.contentType: "image/png"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: drawn)))
        }
    }

    private func classify(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await core.answering(request, context) { [core] body in
            let file = try imageBytes(body, request)
            return JSONReply.make(try await core.images.classify(file, holding: body.held))
        }
    }

    private func track(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let name = try session(request)
        let frame = try number("frame", request, in: 0...(1 << 53))
        var seconds: Double?
        if let text = request.uri.queryParameters["time"] {
            guard let value = Double(text), (0...1e9).contains(value) else {
                throw ServeError(.invalid, "time=\(text.prefix(40)) is no number of seconds")
            }
            seconds = value
        }
        let isClassifying = try flag("classify", request)
        return try await core.answering(request, context) { [core, seconds] body in
            let file = try imageBytes(body, request)
            let session = try await core.sessions.session(
                name, isClassifying: isClassifying, for: body.held.peer)
            return JSONReply.make(
                try await session.take(number: frame, seconds: seconds, session: name) {
                    try await core.images.frame(file, holding: body.held)
                })
        }
    }

    private func endTracking(_ request: Request, _ context: ServiceContext) async throws
        -> Response
    {
        let name = try session(request)
        guard await core.sessions.end(name) else {
            throw ServeError(.notFound, "there is no session \"\(name)\"")
        }
        return JSONReply.make(["ended": name])
    }

    private func imageBytes(_ body: HeldBody, _ request: Request) throws(ServeError) -> [UInt8] {
        let file = try MultipartBody.file(body.bytes, type: request.headers[.contentType])
        guard let file else { return body.bytes }
        return file
    }

    private func session(_ request: Request) throws(ServeError) -> String {
        guard let name = request.uri.queryParameters["session"], (1...128).contains(name.count)
        else { throw ServeError(.invalid, "session=NAME is needed, of at most 128 characters") }
        return String(name)
    }

    private func flag(_ name: String, _ request: Request) throws(ServeError) -> Bool {
        switch request.uri.queryParameters[Substring(name)] {
        case nil, "false", "0": return false
        case "", "true", "1": return true
        case let other?: throw ServeError(.invalid, "\(name)=\(other.prefix(40)) is no yes or no")
        }
    }

    private func number(_ name: String, _ request: Request, in range: ClosedRange<Int>)
        throws(ServeError) -> Int?
    {
        guard let text = request.uri.queryParameters[Substring(name)] else { return nil }
        guard let value = Int(text), range.contains(value) else {
            throw ServeError(
                .invalid,
                "\(name)=\(text.prefix(40)) is not in \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }
}
