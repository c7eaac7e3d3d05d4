package import SightEvaluation

/// The metrics of one sequence, as in the JSON output.
package struct TracksRow: Encodable, Sendable {
    package let sequence: String
    package let hota: Double
    package let detA: Double
    package let assA: Double
    package let locA: Double
    /// MOTA; `nil` without ground truth that counts, because it is a share of this.
    @NullInJSON package private(set) var mota: Double?
    package let motp: Double
    package let idf1: Double
    package let idp: Double
    package let idr: Double
    package let idSwitches: Int
    package let fragmentations: Int
    package let hits: Int
    package let misses: Int
    package let falseAlarms: Int
    package let objects: Int
    package let mostlyTracked: Int
    package let mostlyLost: Int

    /// Copies the metrics of a sequence.
    package init(_ sequence: String, _ metrics: MOTMetrics) {
        self.sequence = sequence
        hota = metrics.hota.value
        detA = metrics.hota.detectionAccuracy
        assA = metrics.hota.associationAccuracy
        locA = metrics.hota.localizationAccuracy
        mota = metrics.clear.truthCount > 0 ? metrics.clear.accuracy : nil
        motp = metrics.clear.precision
        idf1 = metrics.identity.f1
        idp = metrics.identity.precision
        idr = metrics.identity.recall
        idSwitches = metrics.clear.identitySwitches
        fragmentations = metrics.clear.fragmentations
        hits = metrics.clear.hits
        misses = metrics.clear.misses
        falseAlarms = metrics.clear.falseAlarms
        objects = metrics.clear.objects
        mostlyTracked = metrics.clear.mostlyTracked
        mostlyLost = metrics.clear.mostlyLost
    }
}
