import Testing
import sight_cli

@Suite struct FilePathTests {
    @Test(arguments: [
        ("a", ".", "a"), ("*", ".", "*"), ("a/", ".", "a"), ("a/b", "a", "b"), ("a/b//", "a", "b"),
        ("/a", "/", "a"), ("/a/b/c", "/a/b", "c"), ("/", "/", ""), ("//", "/", ""), ("", ".", ""),
        // The accent belongs to no letter, but to the slash before it.
        ("a/\u{301}b", "a", "\u{301}b"),
    ])
    func aPathHasAFolderAndAName(path: String, folder: String, name: String) {
        let parts = FilePath.parts(of: path)
        #expect(parts.folder == folder && parts.name == name)
    }
}
