/// A named part of the file that no graph uses.
struct MetadataBlob: Sendable {
    let name: String
    let range: Range<Int>
}
