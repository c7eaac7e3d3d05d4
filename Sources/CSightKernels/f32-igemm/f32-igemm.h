#ifndef SIGHT_F32_IGEMM_INTERNAL_H
#define SIGHT_F32_IGEMM_INTERNAL_H

#include "../isa.h"
#include "f32-igemm-addend.h"

#define KERNEL(function, tier, rows)                                                               \
    void function(const sight_f32_igemm_job *job, sight_block block);
#include "f32-igemm.inc"
#undef KERNEL

/// The number of floats of one packed block: bias [16], weights [taps][K][16].
static inline size_t sight_f32_igemm_panel_count(size_t taps, size_t depth) {
    return 16 + taps * depth * 16;
}

/// The block that starts at a column, a multiple of 16.
static inline const float *sight_f32_igemm_panel_at(const sight_f32_igemm_job *job, size_t column) {
    return (const float *)job->packed +
           column / 16 * sight_f32_igemm_panel_count(job->window.taps, job->depth);
}

#endif
