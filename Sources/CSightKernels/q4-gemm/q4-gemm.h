#ifndef SIGHT_Q4_GEMM_INTERNAL_H
#define SIGHT_Q4_GEMM_INTERNAL_H

#include "../isa.h"
#include "sight-q4-gemm.h"

#define KERNEL(function, tier, tile_rows, is_signed)                                               \
    void function(const sight_q4_gemm_job *job, sight_block block);
#include "q4-gemm.inc"
#undef KERNEL

enum {
    sight_q4_gemm_numbers = sight_q4_gemm_width * sizeof(float),             // 16 floats
    sight_q4_gemm_group = 4 * sight_q4_gemm_width,                           // 16 x 8 weights
    sight_q4_gemm_step_bytes = sight_q4_gemm_step / 8 * sight_q4_gemm_group, // 16 x 32 weights
};

/// The size of the packed weights of 16 columns in bytes.
SIGHT_INLINE size_t sight_q4_gemm_part_bytes(size_t depth, size_t length) {
    return (2 + depth / length) * sight_q4_gemm_numbers +
           depth / sight_q4_gemm_step * sight_q4_gemm_step_bytes;
}

/// The packed weights of the 16 columns from `column`, a multiple of 16, on.
SIGHT_INLINE const char *sight_q4_gemm_part(const sight_q4_gemm_job *job, size_t column) {
    return (const char *)job->packed +
           column / sight_q4_gemm_width * sight_q4_gemm_part_bytes(job->depth, job->length);
}

/// The byte of zero of a row.
SIGHT_INLINE float sight_q4_gemm_zero(const sight_q4_gemm_job *job, size_t row) {
    return (float)(job->offsets[row] + (job->is_signed ? 0 : 128));
}

#endif
