import GuideFixtures
import Testing

/// The promises of the guides about hosted models, tested with a real host.
///
/// The tests run one after the other, because each is an app of its own on the same device.
@Suite(.enabled(if: Fixtures.areAvailable), .serialized, .timeLimit(.minutes(10)))
struct HostedGuideTests {}
