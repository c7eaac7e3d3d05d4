import CSightKernels

/// Returns the kernels of a family's table that this processor can run.
///
/// Stops the tests if the scalar kernel is missing, because a suite over an empty table would pass.
func runnable<Kernel>(
    _ first: UnsafePointer<Kernel>?, count: Int, tier: KeyPath<Kernel, sight_tier>
) -> [Kernel] {
    let all = Array(UnsafeBufferPointer(start: first, count: count))
    let found = all.filter { sight_tier_available($0[keyPath: tier]) }
    precondition(
        found.contains { $0[keyPath: tier] == sight_tier_scalar }, "a table without scalar kernels")
    return found
}
