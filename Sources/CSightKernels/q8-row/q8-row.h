#ifndef SIGHT_Q8_ROW_INTERNAL_H
#define SIGHT_Q8_ROW_INTERNAL_H

#include "../isa.h"
#include "sight-q8-row.h"

#define KERNEL(function, tier)                                                                     \
    void function(const sight_q8_row_job *job, size_t column, size_t columns, int32_t *sums);
#include "q8-row.inc"
#undef KERNEL

/// Requests the weights that columns after the next ones read: the rows of four columns are too
/// short for the processor to see the pattern by itself. Any address is allowed.
SIGHT_INLINE void request_weights(const uint8_t *weights) {
    __builtin_prefetch((const void *)((uintptr_t)weights + 4096));
}

#endif
