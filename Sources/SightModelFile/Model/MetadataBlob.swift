/// A named part of the file that the graphs do not use.
struct MetadataBlob: Sendable {
    let name: String
    let range: Range<Int>
}
