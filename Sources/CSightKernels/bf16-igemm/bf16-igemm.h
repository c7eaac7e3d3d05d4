#ifndef SIGHT_BF16_IGEMM_INTERNAL_H
#define SIGHT_BF16_IGEMM_INTERNAL_H

#include "../f32-igemm/f32-igemm-addend.h"
#include "../isa.h"
#include "sight-bf16-igemm.h"

#include <string.h>

#define KERNEL(function, tier, rows)                                                               \
    void function(const sight_f32_igemm_job *job, sight_block block);
#include "bf16-igemm.inc"
#undef KERNEL

/// The number of 32-bit words of one packed block: bias [16], pairs of weights [pairs][16].
static inline size_t sight_bf16_igemm_panel_count(size_t taps, size_t depth) {
    return 16 + (taps * depth + 1) / 2 * 16;
}

/// The block that starts at a column, a multiple of 16.
static inline const float *sight_bf16_igemm_panel_at(const sight_f32_igemm_job *job,
                                                     size_t column) {
    return (const float *)job->packed +
           column / 16 * sight_bf16_igemm_panel_count(job->window.taps, job->depth);
}

/// Rounds a number to bfloat16 as VCVTNE2PS2BF16 does (Intel SDM): NaN becomes quiet, numbers below
/// 2^-126 become zero.
static inline uint16_t sight_bf16_rounded(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    const uint32_t magnitude = bits & 0x7FFFFFFF;
    if (magnitude > 0x7F800000)
        return (uint16_t)(bits >> 16 | 0x40);
    if (magnitude < 0x00800000)
        return (uint16_t)(bits >> 16 & 0x8000);
    return (uint16_t)((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

#endif
