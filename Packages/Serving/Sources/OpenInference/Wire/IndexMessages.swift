/// The message `RepositoryIndexRequest`.
///
/// - Source: Triton, `grpc_service.proto`, which defines the field numbers.
package struct IndexRequest: WireMessage {
    /// Whether only versions that are served are listed.
    package var isReady = false

    package init(isReady: Bool) { self.isReady = isReady }

    package init(wire: ArraySlice<UInt8>) throws(ProtocolError) {
        var reader = WireReader(wire)
        while let (field, value) = try reader.next() {
            if field == 2 { isReady = try value.number() != 0 }
        }
    }

    package var wire: [UInt8] {
        var writer = WireWriter()
        writer.number(2, isReady ? 1 : 0)
        return writer.bytes
    }
}

/// The message `RepositoryIndexResponse`.
package struct IndexResponse: WireMessage {
    /// A version of a model.
    package struct Version: Equatable, Sendable {
        package var name = ""
        package var version = ""
        /// `READY` or `UNAVAILABLE`.
        package var state = ""
        /// The reason why the file is not served; empty if it is.
        package var reason = ""

        package init(name: String, version: String, state: String, reason: String) {
            (self.name, self.version, self.state, self.reason) = (name, version, state, reason)
        }
    }

    /// The versions in the repository.
    package var versions: [Version] = []

    package init(versions: [Version]) { self.versions = versions }

    package init(wire: ArraySlice<UInt8>) throws(ProtocolError) {
        var reader = WireReader(wire)
        while let (field, value) = try reader.next() {
            if field == 1 { versions.append(try Version(wire: try value.content())) }
        }
    }

    package var wire: [UInt8] {
        var writer = WireWriter()
        for version in versions { writer.content(1, version.wire) }
        return writer.bytes
    }
}

extension IndexResponse.Version: WireMessage {
    package init(wire: ArraySlice<UInt8>) throws(ProtocolError) {
        var reader = WireReader(wire)
        while let (field, value) = try reader.next() {
            switch field {
            case 1: name = try value.text()
            case 2: version = try value.text()
            case 3: state = try value.text()
            case 4: reason = try value.text()
            default: break
            }
        }
    }

    package var wire: [UInt8] {
        var writer = WireWriter()
        writer.text(1, name)
        writer.text(2, version)
        writer.text(3, state)
        writer.text(4, reason)
        return writer.bytes
    }
}
