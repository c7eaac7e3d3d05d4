#ifndef SIGHT_TRANSPOSE_H
#define SIGHT_TRANSPOSE_H

#include <stddef.h>

/// Whether rows at this distance lie in one set of a first-level cache, or in neighboring ones. The
/// cache then keeps fewer rows than a block has.
static inline _Bool sight_shares_a_set(ptrdiff_t stride) { return ((stride + 64) & 4095) < 128; }

/// Transposes a matrix of at least 8 x 8 elements of four bytes; strides are in bytes. The
/// processor must have AVX2.
void sight_transpose_fours_avx2(const char *from, ptrdiff_t from_stride, char *to,
                                ptrdiff_t to_stride, ptrdiff_t rows, ptrdiff_t columns);

#endif
