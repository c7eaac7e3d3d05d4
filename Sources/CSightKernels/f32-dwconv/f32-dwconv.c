#include "f32-dwconv.h"

#include "../kernel-table.h"

#include <string.h>

size_t sight_f32_dwconv_packed_bytes(size_t taps, size_t channels) {
    return (channels + 15) / 16 * (1 + taps) * 16 * sizeof(float);
}

void sight_f32_dwconv_pack(size_t taps, size_t channels, const float *weights, const float *biases,
                           void *packed) {
    memset(packed, 0, sight_f32_dwconv_packed_bytes(taps, channels));
    for (size_t c = 0; c < channels; c++) {
        float *panel = (float *)packed + c / 16 * (1 + taps) * 16 + c % 16;
        panel[0] = biases ? biases[c] : 0;
        for (size_t tap = 0; tap < taps; tap++)
            panel[(1 + tap) * 16] = weights[tap * channels + c];
    }
}

#define KERNEL(function, tier) {#function, tier, function},
static const sight_f32_dwconv_kernel kernels[] = {
#include "f32-dwconv.inc"
};
#undef KERNEL

SIGHT_KERNEL_TABLE(sight_f32_dwconv_kernel, sight_f32_dwconv_kernels, sight_f32_dwconv_best)
