#ifndef SIGHT_HYBRID_IGEMM_INTERNAL_H
#define SIGHT_HYBRID_IGEMM_INTERNAL_H

#include "../isa.h"
#include "sight-hybrid-igemm.h"

#define KERNEL(function, tier) void function(const sight_hybrid_igemm_job *job, sight_block block);
#include "hybrid-igemm.inc"
#undef KERNEL

/// The output for an accumulator. The products are taken in the order of the reference.
static inline float sight_hybrid_output(const sight_hybrid_igemm_job *job, int32_t sum, size_t row,
                                        size_t n) {
    SIGHT_NO_CONTRACTION
    float value = (float)sum * job->scales[n] * job->input_scales[row / job->batch_rows];
    value += job->biases ? job->biases[n] : 0;
    value = value < job->minimum ? job->minimum : value;
    return value > job->maximum ? job->maximum : value;
}

#endif
