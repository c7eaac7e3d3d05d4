import Sight
import Testing

@Suite struct IdentityMemoryTests {
    private func label(_ text: String, _ score: Float) -> Label {
        Label(text: text, index: text == "cat" ? 0 : 1, score: score)
    }

    /// The label of an object after each answer of the classifier.
    private func names(_ answers: [Label?]) -> [String] {
        var memory = IdentityMemory()
        memory.see(7, detected: nil, at: FrameTime(nanoseconds: 0))
        return answers.map { answer in
            memory.learn(7, answer.map { [$0] } ?? [])
            return memory[7]?.labels?.first?.text ?? "none"
        }
    }

    @Test func oneAnswerAmongManyIsNotShown() {
        let (cat, dog) = (label("cat", 0.8), label("dog", 0.7))
        #expect(names([cat, dog, cat, nil, cat]) == ["cat", "cat", "cat", "cat", "cat"])
        // The newer label finally replaces the old one.
        #expect(names([cat, dog, dog, dog]) == ["cat", "cat", "dog", "dog"])
        #expect(names([cat, nil, nil, nil, nil]).last == "none")
        #expect(names([nil, cat, nil, cat]) == ["none", "cat", "cat", "cat"])
    }

    @Test func identitiesThatAreGoneAreLeftOut() {
        var memory = IdentityMemory()
        memory.learn(3, [label("cat", 1)])
        #expect(memory[3] == nil && memory.count == 0)
    }
}
