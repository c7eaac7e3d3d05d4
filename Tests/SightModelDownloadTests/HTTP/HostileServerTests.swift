#if canImport(Glibc)
    import Foundation
    import SightModelDownload
    import SightModels
    import Testing

    /// Answers that violate HTTP: each is an error, and the process goes on.
    ///
    /// On Apple's platforms, `URLSession` decides which of these answers it accepts.
    @Suite(.timeLimit(.minutes(5)))
    struct HostileServerTests {
        private func body(
            _ manner: LoopbackReply.Manner, _ change: (inout HTTPRequest) -> Void = { _ in }
        ) async throws(ModelDeliveryError) -> Data {
            let server: LoopbackServer
            do { server = try LoopbackServer { _ in LoopbackReply(manner: manner) } } catch {
                throw ModelDeliveryError(.notFound, "no port")
            }
            var request = HTTPRequest(server.url("/"))
            request.deadline = 200
            change(&request)
            let (head, exchange) = try await HTTPClient().send(request)
            let body = try await exchange.body()
            guard (200...299).contains(head.status) else { throw HTTPFailure.error(head) }
            return body
        }

        private func error(
            _ manner: LoopbackReply.Manner, _ change: (inout HTTPRequest) -> Void = { _ in }
        ) async -> ModelDeliveryError? {
            do throws(ModelDeliveryError) {
                _ = try await body(manner, change)
                return nil
            } catch {
                return error
            }
        }

        /// `URLSession` on Linux converted this length with `Int64(Double)`, which traps.
        @Test func theLargestLengthEndsNothing() async throws {
            let reply = "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\nabc"
            let error = await error(.raw(reply))
            #expect(error?.code == .failedPrecondition && error?.isTransient == true)
            let server = try LoopbackServer { _ in LoopbackReply(manner: .raw(reply)) }
            var request = HTTPRequest(server.url("/"))
            request.method = "HEAD"
            let (head, exchange) = try await HTTPClient().send(request)
            #expect(head.contentLength == Int.max)
            #expect(try await exchange.next() == nil)
        }

        /// A source and a store refuse the length as well.
        @Test func storesRefuseTheLargestLength() async throws {
            let server = try LoopbackServer { _ in
                LoopbackReply(
                    manner: .raw("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\n"))
            }
            let folder = ScratchFolder()
            let source = HTTPFileSource(server.url("/m"))
            await #expect(throws: ModelDeliveryError.self) {
                try await folder.store().update(ModelID("m"), from: source)
            }
        }

        @Test(arguments: [
            "9223372036854775808", "18446744073709551616", "-1", "-9223372036854775808", "1e309",
            "1e3", "0x3", "+3", "3 3", "", "3, 4", "nan", "3\r\nContent-Length: 4",
            "9223372036854775807\r\nContent-Length: 3", "3\r\n 4", "３",
            String(repeating: "9", count: 5000),
        ])
        func badLengths(text: String) async {
            let error = await error(.raw("HTTP/1.1 200 OK\r\nContent-Length: \(text)\r\n\r\nabc"))
            #expect(error != nil && error?.code != .notFound)
        }

        @Test(arguments: ["3", "3\r\ncontent-length:3"])
        func goodLengths(text: String) async throws {
            let reply = "HTTP/1.1 200 OK\r\nContent-Length: \(text)\r\n\r\nabc"
            #expect(try await body(.raw(reply)) == Data("abc".utf8))
        }

        @Test(arguments: [
            ("HTTP/1.1 200 OK\r\n", "X-A: \(String(repeating: "b", count: 1000))\r\n"),
            ("HTTP/1.1 200 OK\r\nX-A: ", "bbbbbbbb"), ("HTTP/1.1 200 OK\r\n", "A:\r\n"),
            ("HTTP/1.1 200 OK\r\nA: b\r\n", " c\r\n"), ("", "HTTP/1.1 100 Continue\r\n\r\n"),
            ("", "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n"), ("HTTP/1.1 200 ", "OK"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "0"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "X-Trailer: a\r\n"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "8000\r\n"),
            ("HTTP/1.1 200 OK\r\n\r\n", "body"), ("", "\0"),
        ])
        func endlessAnswers(start: String, rest: String) async {
            let rest = String(repeating: rest, count: max(1, 4096 / rest.utf8.count))
            let error = await error(.rawEndless(start, rest)) { $0.deadline = 60 }
            #expect(error != nil && error?.message.contains("takes longer") == false)
        }

        @Test(arguments: [
            "", "HTTP", "HTTP/1.1 200 OK", "HTTP/1.1 200 OK\r\nX-A: b\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nab",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
        ])
        func earlyEnds(reply: String) async {
            let error = await error(.raw(reply))
            #expect(error?.code == .failedPrecondition && error?.isTransient == true)
        }

        @Test(arguments: [
            "ZZZ\r\nabc\r\n0\r\n\r\n", "-1\r\nabc\r\n", "FFFFFFFFFFFFFFFFF\r\nabc\r\n",
            "7FFFFFFFFFFFFFFF\r\nabc\r\n", "FFFFFFFFFFFFFFFF\r\nabc\r\n", "3\r\nabcdef\r\n",
            "\0\0\0\0", "3",
        ])
        func badChunks(chunks: String) async {
            let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            #expect(await error(.raw(head + chunks))?.code == .failedPrecondition)
        }

        @Test(arguments: [
            "\r\n", "<html>no HTTP</html>", "ICY 200 OK\r\n\r\n", "HTTP/1.1 abc OK\r\n\r\n",
            "HTTP/1.1 99 Low\r\n\r\n", "HTTP/1.1 99999999999999999999 High\r\n\r\n",
            "HTTP/1.1 -20 OK\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n", "HTTP/1.1\r\n\r\n",
            "HTTP/1.1 200 OK\r\nno colon\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 200 OK\r\n: no name\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length : 3\r\n\r\nabc",
            "HTTP/1.1 200 OK\r\nX-A: a\0b\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\nabc",
            "RTSP/1.0 200 OK\r\n\r\n", "220 FTP\r\n", "\u{16}\u{3}\u{1}",
        ])
        func badHeads(reply: String) async {
            let error = await error(.raw(reply))
            #expect(error != nil && error?.code != .notFound, "\(reply.debugDescription)")
        }

        @Test(arguments: ["gzip", "br", "deflate", "GZIP, gzip", "x"])
        func compressedBodiesAreRefused(coding: String) async {
            let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\n\r\nabc"
            #expect(await error(.raw(head))?.code == .internalError)
            let missing = "HTTP/1.1 404 None\r\nContent-Encoding: \(coding)\r\n\r\nabc"
            #expect(await error(.raw(missing))?.code == .notFound)
        }

        @Test(arguments: [
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nX: y\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX-T: 1\r\n\r\n",
            "HTTP/1.1 200\r\nX-Empty:\r\nX-Folded: a\r\n b\r\n\r\nabc",
            "HTTP/1.0 200 OK\nContent-Length: 3\n\nabc",
            "HTTP/1.1 200 OK\r\nContent-Encoding: identity\r\n\r\nabc",
        ])
        func unusualAnswersAreUnderstood(reply: String) async throws {
            #expect(try await body(.raw(reply)) == Data("abc".utf8))
        }

        @Test func answersWithoutBodies() async throws {
            let server = try LoopbackServer { request in
                LoopbackReply(
                    manner: .raw(
                        "HTTP/1.1 \(request.path.dropFirst()) X\r\nContent-Length: 9\r\n\r\n"))
            }
            for status in [204, 304] {
                let (head, exchange) = try await HTTPClient().send(
                    HTTPRequest(server.url("/\(status)")))
                #expect(head.status == status)
                #expect(try await exchange.body().isEmpty)
            }
        }

        @Test func slowHeadsEnd() async {
            let reply = "HTTP/1.1 200 OK\r\nX-A: \(String(repeating: "a", count: 10_000))\r\n\r\n"
            let late = await error(.rawDrip(reply, seconds: 0.02)) { $0.deadline = 0.5 }
            #expect(late?.code == .failedPrecondition && late?.isTransient == true)
            // libcurl skips extensions of chunks, however long they are.
            let chunk = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;"
            let endless = await error(.rawEndless(chunk, "extension")) { $0.idleTimeout = 0.5 }
            #expect(endless?.message == "127.0.0.1 does not answer in time")
            let silent = await error(.silence) { $0.idleTimeout = 0.3 }
            #expect(silent?.message == "127.0.0.1 does not answer in time")
        }

        @Test(arguments: [
            ("file:///etc/passwd", ModelDeliveryError.Code.invalidArgument),
            ("ftp://127.0.0.1/x", .insecure), ("gopher://127.0.0.1/x", .insecure),
            ("http://user@127.0.0.1/x", .invalidArgument),
            ("http://127.0.0.1:99999/", .failedPrecondition),
        ])
        func redirectsToOtherProtocols(target: String, code: ModelDeliveryError.Code) async {
            let reply = "HTTP/1.1 302 Found\r\nLocation: \(target)\r\n\r\n"
            #expect(await error(.raw(reply))?.code == code)
        }

        @Test(arguments: [
            "https://a%2eb.invalid/", "https://a%40b.invalid/", "https://a%00b.invalid/",
            "https://a;b.invalid/", "https://a'b.invalid/",
        ])
        func ambiguousHosts(text: String) async throws {
            let url = try #require(URL(string: text))
            await #expect {
                try await HTTPClient().send(HTTPRequest(url))
            } throws: {
                ($0 as? ModelDeliveryError)?.code == .invalidArgument
            }
        }

        @Test func requestsAreComplete() async throws {
            let server = try LoopbackServer { LoopbackReply(body: Array($0.body)) }
            var request = HTTPRequest(server.url("/a%20b?c=%2F#d"))
            request.headers = [
                "X-Empty": "", "If-None-Match": "\"a\"", "accept-encoding": "identity",
            ]
            request.method = "PUT"
            request.body = Data(modelBytes(3 << 20))
            let (_, exchange) = try await HTTPClient().send(request)
            #expect(try await exchange.body(limit: 4 << 20) == request.body)
            request.method = "DELETE"
            request.body = nil
            _ = try await HTTPClient().send(request)
            let (put, delete) = (server.requests[0], server.requests[1])
            #expect(put.target == "/a%20b?c=%2F" && put.method == "PUT")
            #expect(put.headers["content-length"] == "\(3 << 20)" && put.headers["expect"] == nil)
            #expect(
                put.headers["x-empty"]?.isEmpty == true && put.headers["if-none-match"] == "\"a\"")
            #expect(put.headers["accept-encoding"] == "identity")
            #expect(put.headers["user-agent"]?.contains("libcurl/") == true)
            #expect(delete.method == "DELETE" && delete.headers["content-length"] == "0")
            #expect(delete.headers["cookie"] == nil && delete.headers["authorization"] == nil)
        }
    }
#endif
