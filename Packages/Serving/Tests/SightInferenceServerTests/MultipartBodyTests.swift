import SightInferenceServer
import Testing

@Suite struct MultipartBodyTests {
    /// Makes a form of parts with their header fields and contents.
    private func form(_ parts: [(head: String, content: String)]) -> [UInt8] {
        let texts = parts.map { "--x\r\n\($0.head)\r\n\r\n\($0.content)\r\n" }
        return Array((texts.joined() + "--x--\r\n").utf8)
    }

    private func file(_ parts: [(head: String, content: String)], boundary: String = "x")
        throws -> String?
    {
        try MultipartBody.file(form(parts), type: "multipart/form-data; boundary=\(boundary)")
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Only the parameter `filename` makes a part a file, not a field of this name.
    @Test(arguments: [
        #"Content-Disposition: form-data; name="filename""#,
        #"Content-Disposition: form-data; name="my filename=1""#,
        #"Content-Disposition: form-data; name="a; filename=b""#,
        "Content-Disposition: form-data; name=\"a\"\r\nX-filename: b",
        "X: filename\r\nContent-Disposition: form-data; name=\"a\"",
        #"Content-Disposition: form-data; name="a\"; filename=b""#,
    ])
    func fieldsAreNoFiles(head: String) throws {
        let image = #"Content-Disposition: form-data; name="f"; filename="a.jpg""#
        #expect(try file([(head, "text"), (image, "image")]) == "image")
        #expect(try file([(head, "text")]) == "text")
    }

    @Test(arguments: [
        #"Content-Disposition: form-data; name="f"; filename="a;b.jpg""#,
        #"content-disposition:form-data;NAME=f;FileName=a"#,
        "X: y\r\nContent-Disposition: form-data; name=\"f\"; filename*=UTF-8''a\r\nY: z",
        #"Content-Disposition: form-data; filename="""#,
    ])
    func filesAreFound(head: String) throws {
        #expect(try file([("X: y", "text"), (head, "image")]) == "image")
    }

    @Test(arguments: [("x", true), ("\"x\"", true), ("\"x\"; charset=utf-8", true), ("", false)])
    func boundariesMayHaveQuotes(boundary: String, isTaken: Bool) throws {
        let parts = [(head: "X: y", content: "text")]
        if isTaken {
            #expect(try file(parts, boundary: boundary) == "text")
        } else {
            #expect(throws: ServeError.self) { try file(parts, boundary: boundary) }
        }
    }

    @Test func otherTypesAreNoForms() throws {
        #expect(try MultipartBody.file([1], type: "image/jpeg") == nil)
        #expect(try MultipartBody.file([1], type: nil) == nil)
    }
}
