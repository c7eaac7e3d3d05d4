#ifndef SIGHT_BF16_IGEMM_H
#define SIGHT_BF16_IGEMM_H

#include "sight-f32-igemm.h"

// The products of sight-f32-igemm.h, with inputs and weights rounded to bfloat16: the upper 16 bits
// of a binary32 number, to nearest, ties to even. Numbers below 2^-126 become zero. Biases, sums,
// addends and outputs are binary32.
//
// Values along (tap, k) are multiplied in pairs. The tiers differ in the order of the sums and in
// the sums' roundings.
//
// All tiers read the same packed weights. There is one block for each 16 columns, with zeros for
// missing columns and for the last half of an odd pair:
//   float bias [16], weights [(taps * K + 1) / 2][16][2] bfloat16

/// Whether this processor multiplies bfloat16, and the tier in use has kernels for it.
_Bool sight_bf16_igemm_available(void);

/// The size of packed weights in bytes.
size_t sight_bf16_igemm_packed_bytes(size_t taps, size_t depth, size_t columns);

/// Packs weights [N, taps, K] and biases [N] (NULL for zeros).
void sight_bf16_igemm_pack(size_t taps, size_t depth, size_t columns, const float *weights,
                           const float *biases, void *packed);

/// Returns the table of all kernels that were compiled for this architecture. Before a caller runs
/// a kernel other than the reference, it asks sight_bf16_igemm_available.
const sight_f32_igemm_kernel *sight_bf16_igemm_kernels(size_t *count);

/// The best available kernel of a tier or below; the reference if the processor has no bfloat16.
const sight_f32_igemm_kernel *sight_bf16_igemm_best(sight_tier tier);

#endif
