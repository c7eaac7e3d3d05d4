#ifndef SIGHT_Q8_DWCONV_INTERNAL_H
#define SIGHT_Q8_DWCONV_INTERNAL_H

#include "../isa.h"
#include "sight-q8-dwconv.h"

#define KERNEL(function, tier, channels)                                                           \
    void function(const sight_q8_dwconv_job *job, sight_block block);
#include "q8-dwconv.inc"
#undef KERNEL

// One packed block of 32 channels.
typedef struct {
    const int32_t *bias, *multiplier, *left, *right, *signed_bias; // [32] each
    const int8_t *weights; // [passes][kernel width][column groups][32][4]
} sight_q8_dwconv_panel;

/// The number of groups of four cells in a filter column.
static inline size_t sight_q8_dwconv_column_groups(size_t kernel_height) {
    return (kernel_height + 3) / 4;
}

/// The number of groups of four cells in the whole filter.
static inline size_t sight_q8_dwconv_groups(size_t kernel_height, size_t kernel_width) {
    return sight_q8_dwconv_column_groups(kernel_height) * kernel_width;
}

/// The size of a packed block in bytes; `groups` is the number for the whole filter.
static inline size_t sight_q8_dwconv_panel_bytes(size_t groups, size_t passes) {
    return 5 * 128 + passes * groups * 128;
}

/// The position of a channel in a block: the inverse of the order in sight-q8-dwconv.h.
static inline size_t sight_q8_dwconv_position(size_t channel) {
    size_t c = channel % 32;
    return c % 16 / 4 * 8 + c / 16 * 4 + c % 4;
}

/// The block that holds a channel.
static inline sight_q8_dwconv_panel sight_q8_dwconv_panel_at(const sight_q8_dwconv_job *job,
                                                             size_t channel) {
    size_t groups = sight_q8_dwconv_groups(job->image.kernel_height, job->image.kernel_width);
    size_t bytes = sight_q8_dwconv_panel_bytes(groups, job->passes);
    const char *start = (const char *)job->packed + channel / 32 * bytes;
    const int32_t *parameters = (const int32_t *)(const void *)start;
    return (sight_q8_dwconv_panel){parameters,       parameters + 32,
                                   parameters + 64,  parameters + 96,
                                   parameters + 128, (const int8_t *)(start + 5 * 128)};
}

/// The number of passes of a block up to the last whose weights are not all zero. Other blocks may
/// need more.
static inline size_t sight_q8_dwconv_passes_of(const int8_t *weights, size_t groups,
                                               size_t passes) {
    for (; passes > 1; passes--) {
        const int8_t *pass = weights + (passes - 1) * groups * 128;
        int any = 0;
        for (size_t i = 0; i < groups * 128; i++)
            any |= pass[i];
        if (any)
            break;
    }
    return passes;
}

#endif
