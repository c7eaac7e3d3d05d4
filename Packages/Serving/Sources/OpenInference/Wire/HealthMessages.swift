/// The message `grpc.health.v1.HealthCheckRequest`.
package struct HealthRequest: WireMessage {
    /// The name of the service; empty for the whole server.
    package var service = ""

    package init(service: String) { self.service = service }

    package init(wire: ArraySlice<UInt8>) throws(ProtocolError) {
        var reader = WireReader(wire)
        while let (field, value) = try reader.next() {
            if field == 1 { service = try value.text() }
        }
    }

    package var wire: [UInt8] {
        var writer = WireWriter()
        writer.text(1, service)
        return writer.bytes
    }
}

/// The message `grpc.health.v1.HealthCheckResponse`.
package struct HealthResponse: WireMessage {
    /// The states of a service, with their numbers in the message.
    package enum Health: UInt64, Sendable {
        case unknown, serving, notServing, serviceUnknown
    }

    /// The state of the service.
    package var health = Health.unknown

    package init(_ health: Health) { self.health = health }

    package init(wire: ArraySlice<UInt8>) throws(ProtocolError) {
        var reader = WireReader(wire)
        while let (field, value) = try reader.next() {
            if field == 1 { health = Health(rawValue: try value.number()) ?? .unknown }
        }
    }

    package var wire: [UInt8] {
        var writer = WireWriter()
        writer.number(1, health.rawValue)
        return writer.bytes
    }
}
