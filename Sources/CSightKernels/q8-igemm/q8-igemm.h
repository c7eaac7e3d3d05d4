#ifndef SIGHT_Q8_IGEMM_INTERNAL_H
#define SIGHT_Q8_IGEMM_INTERNAL_H

#include "../isa.h"
#include "sight-q8-igemm.h"

#define KERNEL(function, tier, rows)                                                               \
    void function(const sight_q8_igemm_job *job, sight_block block);
#include "q8-igemm.inc"
#undef KERNEL

// One packed block of 16 columns.
typedef struct {
    const int32_t *bias, *multiplier, *left, *right, *signed_bias; // [16] each
    const int8_t *weights;                                         // [taps][groups][16][4]
} sight_q8_igemm_panel;

/// The number of groups of four along K.
static inline size_t sight_q8_igemm_groups(size_t depth) { return (depth + 3) / 4; }

// Bytes past the last block that kernels may read: they load up to 16 groups at once.
enum { sight_q8_igemm_slack = 15 * 64 };

/// The size of a packed block in bytes.
static inline size_t sight_q8_igemm_panel_bytes(size_t taps, size_t depth) {
    return 5 * 64 + taps * sight_q8_igemm_groups(depth) * 64;
}

/// The block that starts at a column, a multiple of 16.
static inline sight_q8_igemm_panel sight_q8_igemm_panel_at(const sight_q8_igemm_job *job,
                                                           size_t column) {
    size_t bytes = sight_q8_igemm_panel_bytes(job->window.taps, job->depth);
    const char *start = (const char *)job->packed + column / 16 * bytes;
    const int32_t *parameters = (const int32_t *)(const void *)start;
    return (sight_q8_igemm_panel){parameters,      parameters + 16,
                                  parameters + 32, parameters + 48,
                                  parameters + 64, (const int8_t *)(start + 5 * 64)};
}

#endif
