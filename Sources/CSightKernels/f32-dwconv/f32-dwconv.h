#ifndef SIGHT_F32_DWCONV_INTERNAL_H
#define SIGHT_F32_DWCONV_INTERNAL_H

#include "../isa.h"
#include "sight-f32-dwconv.h"

#define KERNEL(function, tier) void function(const sight_f32_dwconv_job *job, sight_block block);
#include "f32-dwconv.inc"
#undef KERNEL

/// The block that holds a channel: bias [16], weights [taps][16].
static inline const float *sight_f32_dwconv_panel_at(const sight_f32_dwconv_job *job,
                                                     size_t channel) {
    return (const float *)job->packed +
           channel / 16 * (1 + job->image.kernel_height * job->image.kernel_width) * 16;
}

#endif
