import GuideFixtures
import Testing

/// What the guides promise about models that are not in the app, against a real host.
///
/// One after the other: each test is an app of its own on the same device.
@Suite(.enabled(if: Fixtures.areAvailable), .serialized, .timeLimit(.minutes(10)))
struct HostedGuideTests {}
