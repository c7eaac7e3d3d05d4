import Foundation

/// Sends packets over UDP to a port of this machine.
struct DatagramSender {
    private let descriptor: Int32
    private var address = sockaddr_in()

    init(port: UInt16) {
        #if canImport(Darwin)
            descriptor = socket(AF_INET, SOCK_DGRAM, 0)
        #else
            descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        #endif
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    }

    /// Sends one packet, which is lost if nobody listens.
    func send(_ bytes: ArraySlice<UInt8>) {
        var address = address
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { target in
                _ = bytes.withUnsafeBytes {
                    sendto(
                        descriptor, $0.baseAddress, $0.count, 0, target,
                        socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
    }
}
