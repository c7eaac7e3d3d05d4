import NIOCore
import SightServerSupport
import Testing

@Suite struct ConnectionLimitTests {
    @Test func networksOfIPv6AreOnePeer() {
        #expect(PeerAddress("2001:db8:1:2::1") == PeerAddress("2001:db8:1:2:ffff::9"))
        #expect(PeerAddress("2001:db8:1:2::1") != PeerAddress("2001:db8:1:3::1"))
        #expect(PeerAddress("::ffff:10.0.0.1") == PeerAddress("10.0.0.1"))
        #expect(PeerAddress("10.0.0.1") != PeerAddress("10.0.0.2"))
        #expect("\(PeerAddress("192.168.7.250"))" == "192.168.7.250")
        #expect("\(PeerAddress("2001:db8::9"))" == "2001:db8:0:0::/64")
        #expect(PeerAddress("unknown") == PeerAddress(nil as SocketAddress?))
    }

    @Test func eachPeerHasItsShare() {
        let limit = ConnectionLimit(total: 3, perPeer: 2)
        let (a, b, c) = (PeerAddress("10.0.0.1"), PeerAddress("10.0.0.2"), PeerAddress("10.0.0.3"))
        #expect(limit.enter(a) && limit.enter(a) && !limit.enter(a))
        #expect(limit.enter(b) && !limit.enter(c))
        limit.leave(a)
        #expect(limit.enter(c) && !limit.enter(a))
    }
}
