#ifndef SIGHT_F32_SPARSE_H
#define SIGHT_F32_SPARSE_H

#include "sight-f32-igemm.h"

// The products of sight-f32-igemm.h for pruned 1 x 1 convolutions: most weights are zero, there is
// one tap, and a run has up to 192 inputs.
//
// Only weights that are not zero are multiplied, in the order of k. So, unlike in a product with
// all weights, an infinite input under a zero weight does not become NaN.
//
// A register holds one channel of neighboring rows, so a kernel transposes 64 rows of the input,
// and transposes its sums back.
//
// All tiers read the same packed weights. For each column, a record has the bias and the number of
// its weights; a record for each weight follows it.

enum { sight_f32_sparse_depth = 192 }; // the longest runs

/// Returns how many of `count` weights are not zero.
size_t sight_f32_sparse_count(const float *weights, size_t count);

/// The size of packed weights in bytes; `count` weights of all columns are not zero.
size_t sight_f32_sparse_packed_bytes(size_t count, size_t columns);

/// Packs weights [N, K], of which `count` are not zero, and biases [N] (NULL for zeros). The
/// function never packs more than `count` weights, even if the memory of the weights has changed
/// since they were counted.
void sight_f32_sparse_pack(size_t depth, size_t columns, const float *weights, size_t count,
                           const float *biases, void *packed);

/// Returns the table of all kernels that were compiled for this architecture. Before a caller runs
/// a kernel, it checks that the processor has the kernel's `tier`.
const sight_f32_igemm_kernel *sight_f32_sparse_kernels(size_t *count);

/// The best available kernel of a tier or below.
const sight_f32_igemm_kernel *sight_f32_sparse_best(sight_tier tier);

#endif
