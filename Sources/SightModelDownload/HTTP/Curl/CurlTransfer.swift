#if canImport(Glibc)
    import CSightCurl
    import Foundation
    import SightModels

    /// A request that libcurl sends, and the exchange that receives the answer.
    ///
    /// Only the loop's thread uses a transfer. libcurl holds its address, and calls it until the
    /// loop has ended the transfer.
    final class CurlTransfer {
        let exchange: HTTPExchange
        private let request: HTTPRequest
        private let address: String
        private let started = CurlTransfer.now
        private var active = CurlTransfer.now
        private var reader: HTTPHeadReader
        private var hasHead = false
        private var isWaiting = false
        private var given = 0
        private var received: Int64 = 0
        private var sent: Int64 = 0

        /// Makes a transfer.
        ///
        /// - Throws: `ModelDeliveryError` with code `invalidArgument` if libcurl could understand
        ///   the address differently.
        init(_ request: HTTPRequest, _ exchange: HTTPExchange) throws(ModelDeliveryError) {
            self.request = request
            self.exchange = exchange
            address = try CurlRequest.address(request.url)
            reader = HTTPHeadReader(request)
        }

        /// Seconds of a clock that only goes forward.
        static var now: Double { ProcessInfo.processInfo.systemUptime }

        /// Hands the request to libcurl; returns libcurl's transfer, or `nil` without memory.
        func start(_ loop: OpaquePointer) -> OpaquePointer? {
            let fields = CurlRequest.fields(request).map { strdup($0) }
            defer { for field in fields { free(field) } }
            let pointers = fields.map { UnsafePointer<CChar>($0) }
            return address.withCString { address in
                request.method.withCString { method in
                    pointers.withUnsafeBufferPointer { pointers in
                        var native = sight_curl_request()
                        native.url = address
                        native.method = method
                        native.fields = pointers.baseAddress
                        native.field_count = pointers.count
                        native.body_size = CurlRequest.bodySize(request)
                        native.on_head = { CurlTransfer.of($2)?.receiveHead($0, $1) ?? 0 }
                        native.on_body = { CurlTransfer.of($2)?.receiveBody($0, $1) ?? 0 }
                        native.send = { CurlTransfer.of($2)?.send($0, $1) ?? 0 }
                        native.on_progress = { CurlTransfer.of($2)?.update(received: $0, sent: $1) }
                        native.context = Unmanaged.passUnretained(self).toOpaque()
                        return sight_curl_start(loop, &native)
                    }
                }
            }
        }

        // The loop keeps a transfer until libcurl has ended it.
        private static func of(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
            context.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
        }

        // MARK: The end

        /// The time at which the transfer ends unless something arrives or is sent.
        var expiry: Double { min(started + request.deadline, silenceEnd) }

        // A server is not silent while it waits for the reader.
        private var silenceEnd: Double { isWaiting ? .infinity : active + request.idleTimeout }

        /// Whether the exchange is over; ends the exchange if it takes too long.
        func isOver() -> Bool {
            let now = Self.now
            if now >= started + request.deadline {
                exchange.fail(HTTPFailure.late(request))
            } else if now >= silenceEnd {
                exchange.fail(HTTPFailure.silent(request.url))
            }
            return exchange.isOver
        }

        /// Lets libcurl continue if it waits for the reader and the reader has taken enough.
        func continueIfRoom(_ transfer: OpaquePointer) {
            guard isWaiting, exchange.hasRoom else { return }
            isWaiting = false
            active = Self.now
            sight_curl_continue(transfer)
        }

        // MARK: What libcurl calls

        /// Receives a line of the head, or of the fields after the body.
        private func receiveHead(_ bytes: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int {
            active = Self.now
            do throws(ModelDeliveryError) {
                let line = UnsafeRawBufferPointer(start: bytes, count: size)
                if let head = try reader.read(line) {
                    hasHead = true
                    exchange.receive(head)
                }
            } catch {
                exchange.fail(error)
            }
            return exchange.isOver ? 0 : size
        }

        private func receiveBody(_ bytes: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int {
            guard let bytes, size > 0 else { return size }
            guard hasHead else { return 0 }
            if exchange.unreadBytes > HTTPExchange.waitingLimit {
                isWaiting = true
                return sight_curl_pause
            }
            exchange.receive(Data(bytes: bytes, count: size))
            return exchange.isOver ? 0 : size
        }

        /// Copies the next bytes of the request's body.
        private func send(_ bytes: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int {
            guard let bytes, let body = request.body else { return 0 }
            let rest = body.dropFirst(given).prefix(size)
            rest.copyBytes(to: UnsafeMutableRawBufferPointer(start: bytes, count: rest.count))
            given += rest.count
            return rest.count
        }

        private func update(received: Int64, sent: Int64) {
            if received != self.received || sent != self.sent { active = Self.now }
            if sent > self.sent { request.onSend?(min(Int(clamping: sent), given)) }
            self.received = received
            self.sent = sent
        }
    }
#endif
