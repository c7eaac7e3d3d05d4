#ifndef SIGHT_Q8_IGEMM_INTERNAL_H
#define SIGHT_Q8_IGEMM_INTERNAL_H

#include "../isa.h"
#include "q8-igemm-chains.h"
#include "sight-q8-igemm.h"

#define KERNEL(function, tier, rows, order)                                                        \
    void function(const sight_q8_igemm_job *job, sight_block block);
#include "q8-igemm.inc"
#undef KERNEL

// One packed block of 16 columns.
typedef struct {
    const int32_t *bias, *multiplier, *left, *right, *signed_bias; // [16] each
    const float *factor;                                           // [16]
    int32_t least_weight;                                          // of all columns
    sight_q8_igemm_order order;                                    // of the weights
    const int8_t *weights;
} sight_q8_igemm_panel;

/// The number of groups of four along K.
static inline size_t sight_q8_igemm_groups(size_t depth) { return (depth + 3) / 4; }

// Bytes past the last block that kernels may read: they load up to 16 groups at once.
enum { sight_q8_igemm_slack = 15 * 64 };

/// The number of weights of a column that follow each other.
static inline size_t sight_q8_igemm_group(sight_q8_igemm_order order) {
    return order == sight_q8_igemm_eights ? 8 : 4;
}

/// The size of the weights of one run of a packed block in bytes.
static inline size_t sight_q8_igemm_run_bytes(size_t depth, size_t group) {
    return (depth + group - 1) / group * group * 16;
}

// The numbers of 32 bits of the parameters of a block.
enum { sight_q8_igemm_parameter_count = 7 * 16 };

/// Whether a layer's weights can be arranged in chains.
static inline _Bool sight_q8_igemm_can_chain(size_t taps, size_t depth,
                                             sight_q8_igemm_order order) {
    return order == sight_q8_igemm_chains && taps * depth <= 4 * sight_q8_chains_groups;
}

/// The size of the weights of a packed block in bytes.
static inline size_t sight_q8_igemm_panel_bytes(size_t taps, size_t depth,
                                                sight_q8_igemm_order order) {
    const size_t bytes = taps * sight_q8_igemm_run_bytes(depth, sight_q8_igemm_group(order));
    const size_t blocks = sight_q8_igemm_can_chain(taps, depth, order)
                              ? 2 * sight_q8_chains_block_bytes(sight_q8_igemm_groups(taps * depth))
                              : 0;
    return blocks > bytes ? blocks : bytes;
}

/// The block with a column. The order is that of the kernel.
static inline sight_q8_igemm_panel
sight_q8_igemm_panel_at(const sight_q8_igemm_job *job, sight_q8_igemm_order order, size_t column) {
    const size_t bytes = sight_q8_igemm_panel_bytes(job->window.taps, job->depth, order);
    const int32_t *parameters =
        (const int32_t *)job->parameters + column / 16 * sight_q8_igemm_parameter_count;
    return (sight_q8_igemm_panel){
        .bias = parameters,
        .multiplier = parameters + 16,
        .left = parameters + 32,
        .right = parameters + 48,
        .signed_bias = parameters + 64,
        .factor = (const float *)(const void *)(parameters + 80),
        .least_weight = parameters[96],
        .order = (sight_q8_igemm_order)parameters[97],
        .weights = (const int8_t *)job->packed + column / 16 * bytes,
    };
}

#endif
